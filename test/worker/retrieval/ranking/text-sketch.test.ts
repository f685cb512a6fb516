/** How alike texts are, against the exact share of their runs of words. */
import { expect, it } from 'vitest';
import {
  resemblance,
  sketchText,
  type TextSketch,
} from '../../../../worker/retrieval/ranking/text-sketch.ts';

const wordsFrom = (first: number, count: number): string =>
  Array.from({ length: count }, (_, at) => `word${first + at}`).join(' ');
const sketch = (text: string): TextSketch => {
  const made = sketchText(text);
  if (made === undefined) throw new Error('too short');
  return made;
};

it.each([
  [0, 1],
  [100, 0.6],
  [200, 0.333],
  [400, 0],
])('of texts of which the second begins %i words later is about %d', (later, share) => {
  const alike = resemblance(sketch(wordsFrom(0, 400)), sketch(wordsFrom(later, 400)));
  expect(Math.abs(alike - share)).toBeLessThan(0.15);
});

it('counts runs, not words', () => {
  const words = wordsFrom(0, 60).split(' ');
  expect(resemblance(sketch(words.join(' ')), sketch(words.toReversed().join(' ')))).toBe(0);
});

it('tells nothing of a few words', () => {
  expect(sketchText('import os\nimport sys\n')).toBeUndefined();
});
