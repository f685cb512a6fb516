/** Merges picked files into a ranking by weight, including files that the ranking does not contain. */
import { describe, expect, it } from 'vitest';
import { mergePickedFiles } from '../../../../worker/retrieval/ranking/merge-picked-files.ts';
import type { PickedFile } from '../../../../worker/retrieval/search/pick-files.ts';
import type { RankedSpan } from '../../../../worker/retrieval/ranking/rank-spans.ts';
import { chunkRow } from '../../../support/samples/questions.ts';

const span = (path: string, key: number, score: number): RankedSpan => ({
  chunk: chunkRow(path, { key }),
  score,
  scores: { words: score },
});
const pick = (path: string, likelihood: number, key = 90): PickedFile => ({
  path,
  likelihood,
  chunk: chunkRow(path, { key }),
});
const spans = [span('a.py', 1, 2), span('b.py', 2, 1.6), span('b.py', 3, 1.2), span('c.py', 4, 1)];
const summarize = (merged: readonly RankedSpan[]) =>
  merged.map(({ chunk, score, scores }) => [chunk.key, score, scores['picked'] ?? 0]);

describe('mergePickedFiles', () => {
  it('adds the weighted score of the picked file to the normalized score of a span', () =>
    expect(summarize(mergePickedFiles(spans, [pick('c.py', 1)], 0.4))).toEqual([
      [4, 0.7, 0.4],
      [1, 0.6, 0],
      [2, 0.48, 0],
      [3, 0.36, 0],
    ]));

  it('halves the added score for each further span of a file', () =>
    expect(summarize(mergePickedFiles(spans, [pick('b.py', 0.5)], 0.4))).toEqual([
      [2, 0.68, 0.2],
      [1, 0.6, 0],
      [3, 0.46, 0.1],
      [4, 0.3, 0],
    ]));

  it('adds a picked file that the ranking lacks, represented by its chunk', () => {
    const merged = mergePickedFiles(spans, [pick('new.py', 1, 77)], 0.4);
    expect(summarize(merged)).toContainEqual([77, 0.4, 0.4]);
    expect(merged).toHaveLength(5);
    expect(summarize(mergePickedFiles([], [pick('new.py', 0.5, 77)], 0.4))).toEqual([[77, 0.2, 0.2]]);
  });

  it('returns the ranking unchanged if nothing is picked or the weight is 0', () => {
    expect(mergePickedFiles(spans, [], 0.4)).toBe(spans);
    expect(mergePickedFiles(spans, [pick('c.py', 1)], 0)).toBe(spans);
  });

  it('orders by picked files only if the weight is 1', () =>
    expect(summarize(mergePickedFiles(spans, [pick('c.py', 0.5), pick('a.py', 0.2)], 1)).slice(0, 2)).toEqual(
      [
        [4, 0.5, 0.5],
        [1, 0.2, 0.2],
      ],
    ));
});
