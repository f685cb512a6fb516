import { describe, expect, it } from 'vitest';
import {
  classifyQuestion,
  classProbability,
} from '../../../../worker/retrieval/question-class/classify-question.ts';

const classes = ['how', 'lookup', 'why', 'impact', 'exhaustive', 'docs'] as const;

describe('classProbability', () => {
  it.each(['Why is the cache cleared?', 'How is the cache cleared?', 'where is `clear`', ''])(
    'of %j',
    (text) => {
      const likely = classes.map((name) => [name, classProbability(name, text, [])] as const);
      expect(likely.reduce((sum, [, one]) => sum + one, 0)).toBeCloseTo(1);
      const [best] = likely.toSorted(([, a], [, b]) => b - a);
      expect(best?.[0]).toBe(classifyQuestion(text, []));
    },
  );

  it('is high for a clear question and low for other classes', () => {
    expect(classProbability('why', 'Why is the cache cleared?', [])).toBeGreaterThan(0.9);
    expect(classProbability('why', 'How is the cache cleared?', [])).toBeLessThan(0.1);
  });
});
