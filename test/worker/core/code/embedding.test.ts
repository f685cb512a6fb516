/** Arithmetic of vectors, truncation of texts, and embedding of empty texts. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { countTokens, truncateToTokens } from '../../../../worker/core/text/tokens.ts';
import {
  embedNonEmptyTexts,
  meanVector,
  cosineSimilarity,
  unitVector,
} from '../../../../worker/core/code/embedding.ts';

it('unitVector scales to length 1 and keeps the direction', () => {
  expect([...(unitVector([3, 0, 4]) ?? [])].map((value) => Math.round(value * 100))).toEqual([60, 0, 80]);
  for (const invalid of [[0, 0], [], [Number.NaN], [Infinity, 1]])
    expect(unitVector(invalid)).toBeUndefined();
});

it('meanVector is between its vectors; one vector is its own mean, and opposite vectors have none', () => {
  const [a, b] = [Float32Array.of(1, 0), Float32Array.of(0, 1)];
  const mean = meanVector([a, b]) ?? new Float32Array(2);
  expect(cosineSimilarity(mean, a)).toBeCloseTo(cosineSimilarity(mean, b), 6);
  expect(Math.hypot(...mean)).toBeCloseTo(1, 6);
  expect(meanVector([a])).toEqual(a);
  expect(meanVector([a, Float32Array.of(-1, 0)])).toBeUndefined();
  expect(meanVector([])).toBeUndefined();
});

it('truncateToTokens keeps the first tokens and does not change a short text', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 600, unit: 'binary' }),
      fc.integer({ min: 1, max: 400 }),
      (text, maxTokens) => {
        const cut = truncateToTokens(text, maxTokens);
        expect(text.startsWith(cut)).toBe(true);
        expect(countTokens(cut)).toBeLessThanOrEqual(maxTokens);
        if (text.length <= maxTokens) expect(cut).toBe(text);
      },
    ),
  );
  const words = 'word '.repeat(1_000);
  expect(countTokens(truncateToTokens(words, 512))).toBeGreaterThan(480);
});

it('embedNonEmptyTexts returns zero vectors for empty texts without sending them', async () => {
  const sent: (readonly string[])[] = [];
  const embed = async (texts: readonly string[]) => {
    sent.push(texts);
    return texts.map((text) => Float32Array.of(text.length));
  };
  expect(await embedNonEmptyTexts(['', 'ab', ' \n', 'c'], 1, embed)).toEqual(
    [0, 2, 0, 1].map((value) => Float32Array.of(value)),
  );
  expect(await embedNonEmptyTexts(['', ''], 1, embed)).toHaveLength(2);
  expect(sent).toEqual([['ab', 'c']]);
});
