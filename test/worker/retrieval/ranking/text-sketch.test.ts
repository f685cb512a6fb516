/** Compares the estimated similarity of texts with the exact fraction of shared word runs. */
import { expect, it } from 'vitest';
import {
  estimateResemblance,
  sketchText,
  type TextSketch,
} from '../../../../worker/retrieval/ranking/text-sketch.ts';

const numberedWords = (first: number, count: number): string =>
  Array.from({ length: count }, (_, at) => `word${first + at}`).join(' ');
const sketch = (text: string): TextSketch => {
  const result = sketchText(text);
  if (result === undefined) throw new Error('too short');
  return result;
};

it.each([
  [0, 1],
  [100, 0.6],
  [200, 0.333],
  [400, 0],
])('estimates the similarity of texts offset by %i words as about %d', (offset, expected) => {
  const similarity = estimateResemblance(sketch(numberedWords(0, 400)), sketch(numberedWords(offset, 400)));
  expect(Math.abs(similarity - expected)).toBeLessThan(0.15);
});

it('compares runs of words, not single words', () => {
  const words = numberedWords(0, 60).split(' ');
  expect(estimateResemblance(sketch(words.join(' ')), sketch(words.toReversed().join(' ')))).toBe(0);
});

it('returns no sketch for a short text', () => {
  expect(sketchText('import os\nimport sys\n')).toBeUndefined();
});
