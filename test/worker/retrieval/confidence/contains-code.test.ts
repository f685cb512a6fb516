/** Code is present verbatim except for whitespace, or by similarity in the space of the bundled model. */
import { describe, expect, it } from 'vitest';
import { denseModel } from '../../../../worker/retrieval/confidence/confidence-weights.ts';
import { containsCode } from '../../../../worker/retrieval/confidence/contains-code.ts';
import type { RankedSpan } from '../../../../worker/retrieval/ranking/rank-spans.ts';
import { chunkRow } from '../../../support/samples/questions.ts';

const body = 'def total(basket):\n    return sum(line.price for line in basket)\n';
const bundledSpace = `${denseModel}@1`;

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

describe('code is present', () => {
  it('if a similar chunk contains it verbatim except for whitespace, in any embedding space', () => {
    const lines = 'return  sum(line.price\n  for line in basket)';
    expect(containsCode(lines, [span(0.1, 'other = 1\n'), span(0.05)], 'other@1')).toBe(true);
    expect(containsCode(`${lines} + shipping`, [span(0.05)], 'other@1')).toBe(false);
  });

  it('if the bundled model finds it similar enough; other models have no threshold', () => {
    const spans = [span(0.2), span(0.7, 'x = 1\n')];
    expect(containsCode('sum(prices)', spans, bundledSpace)).toBe(true);
    expect(containsCode('sum(prices)', spans, 'other@1')).toBe(false);
    expect(containsCode('sum(prices)', spans, undefined)).toBe(false);
    expect(containsCode('sum(prices)', [span(0.5, 'x = 1\n')], bundledSpace)).toBe(false);
  });
});

describe('code is absent', () => {
  it('if only a few of its words match', () =>
    expect(containsCode('in basket)', [span(0.3)], bundledSpace)).toBe(false));

  it('if nothing was compared with it', () => {
    expect(containsCode(body, [span(undefined)], bundledSpace)).toBe(false);
    expect(containsCode(body, [], bundledSpace)).toBe(false);
  });

  it('if it matches only through a masked secret', () => {
    const raw = 'token = "abcdefghijklmnopqrstuvwxyz"\n';
    const masks = [{ start: 109, end: 135, rule: 'key', line: 1 }];
    expect(containsCode(raw, [span(0.3, raw, { startOffset: 100, masks })], bundledSpace)).toBe(false);
    expect(containsCode(raw, [span(0.3, raw, { startOffset: 100 })], bundledSpace)).toBe(true);
  });
});
