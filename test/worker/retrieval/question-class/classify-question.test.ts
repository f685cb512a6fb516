import { describe, expect, it } from 'vitest';
import {
  classifyQuestion,
  classProbability,
} from '../../../../worker/retrieval/question-class/classify-question.ts';

const classes = ['how', 'lookup', 'why', 'impact', 'exhaustive', 'docs'] as const;

describe('classProbability', () => {
  it.each(['Why is the cache cleared?', 'How is the cache cleared?', 'where is `clear`', ''])(
    'sums to 1 over all classes, and is highest for the classified one: %j',
    (text) => {
      const probabilities = classes.map((name) => [name, classProbability(name, text, [])] as const);
      expect(probabilities.reduce((sum, [, probability]) => sum + probability, 0)).toBeCloseTo(1);
      const [best] = probabilities.toSorted(([, a], [, b]) => b - a);
      expect(best?.[0]).toBe(classifyQuestion(text, []));
    },
  );

  it('is high for a clear question and low for other classes', () => {
    expect(classProbability('why', 'Why is the cache cleared?', [])).toBeGreaterThan(0.9);
    expect(classProbability('why', 'How is the cache cleared?', [])).toBeLessThan(0.1);
  });
});
