import { describe, expect, it } from 'vitest';
import { extractTerms } from '../../../../worker/core/text/terms.ts';
import { createTermMatcher } from '../../../../worker/retrieval/definitions/match-terms.ts';
import { createSpellingMatcher } from '../../../../worker/retrieval/definitions/match-spelling.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';

const question = readQuestion('how does a lease get renewed before it expires');
const matcher = createTermMatcher(
  question,
  new Map([
    ['lease', 2],
    ['renewed', 5],
    ['expires', 3],
    ['get', 1],
  ]),
);
const count = (text: string) => {
  const terms = extractTerms(text);
  return { counts: new Map(terms.map((term) => [term, 1])), total: terms.length };
};

describe('words of a question', () => {
  it('count by their weight, in any of their forms', () => {
    expect(matcher.coverage(count('renewLease'))).toBeCloseTo(7 / 11);
    expect(matcher.coverage(count('renew'), count('expired'))).toBeCloseTo(8 / 11);
    expect(matcher.coverage(count('unrelated'))).toBe(0);
  });

  it('score higher in a short field than in a long one', () => {
    const short = matcher.bm25(count('renew lease'), 10);
    const long = matcher.bm25(count(`renew lease ${'other words of a long text '.repeat(20)}`), 10);
    expect(short).toBeGreaterThan(long);
    expect(long).toBeGreaterThan(0);
  });

  it('count once in a window of a few lines', () => {
    const lines = ['lease', '', 'renew renew', ...Array.from({ length: 10 }, () => ''), 'expires'];
    const terms = lines.map((line) => extractTerms(line));
    expect(matcher.windowCoverage(terms)).toBeCloseTo(7 / 11);
    expect(matcher.windowCoverage([])).toBe(0);
  });

  it('are compared by spelling with the parts of a name', () => {
    const spells = createSpellingMatcher(matcher);
    expect(spells('expiryOf')).toBeGreaterThan(spells('payload'));
    expect(spells('')).toBe(0);
  });
});
