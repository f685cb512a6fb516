/** Whether code asked with is there: the same but for white space, or near enough by the model that comes with the Worker. */
import { describe, expect, it } from 'vitest';
import { denseModel } from '../../../../worker/retrieval/confidence/confidence-weights.ts';
import { containsCode } from '../../../../worker/retrieval/confidence/contains-code.ts';
import type { RankedSpan } from '../../../../worker/retrieval/ranking/rank-spans.ts';
import { chunkRow } from '../../../support/samples/questions.ts';

const body = 'def total(basket):\n    return sum(line.price for line in basket)\n';
const own = `${denseModel}@1`;

function span(
  codeDense: number | undefined,
  raw = body,
  chunk: Partial<RankedSpan['chunk']> = {},
): RankedSpan {
  return {
    chunk: { ...chunkRow('src/basket.py'), raw, masks: [], startOffset: 0, ...chunk },
    score: 1,
    scores: codeDense === undefined ? { sparse: 1 } : { codeDense },
  };
}

describe('code is there', () => {
  it('where a chunk that is like it says the same, white space aside, in any space', () => {
    const lines = 'return  sum(line.price\n  for line in basket)';
    expect(containsCode(lines, [span(0.1, 'other = 1\n'), span(0.05)], 'other@1')).toBe(true);
    expect(containsCode(`${lines} + shipping`, [span(0.05)], 'other@1')).toBe(false);
  });

  it('where the own model finds it like enough; other models have no such bound', () => {
    const spans = [span(0.2), span(0.7, 'x = 1\n')];
    expect(containsCode('sum(prices)', spans, own)).toBe(true);
    expect(containsCode('sum(prices)', spans, 'other@1')).toBe(false);
    expect(containsCode('sum(prices)', spans, undefined)).toBe(false);
    expect(containsCode('sum(prices)', [span(0.5, 'x = 1\n')], own)).toBe(false);
  });
});

describe('code is not there', () => {
  it('because a few words of it are', () => expect(containsCode('in basket)', [span(0.3)], own)).toBe(false));

  it('where nothing was compared with it', () => {
    expect(containsCode(body, [span(undefined)], own)).toBe(false);
    expect(containsCode(body, [], own)).toBe(false);
  });

  it('by what it says of a secret', () => {
    const raw = 'token = "abcdefghijklmnopqrstuvwxyz"\n';
    const masks = [{ start: 109, end: 135, rule: 'key', line: 1 }];
    expect(containsCode(raw, [span(0.3, raw, { startOffset: 100, masks })], own)).toBe(false);
    expect(containsCode(raw, [span(0.3, raw, { startOffset: 100 })], own)).toBe(true);
  });
});
