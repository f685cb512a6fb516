/** A ranking and picked files as one: each by its weight, a file once, and what the ranking never saw among them. */
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
const pick = (path: string, share: number, key = 90): PickedFile => ({
  path,
  share,
  chunk: chunkRow(path, { key }),
});
const spans = [span('a.py', 1, 2), span('b.py', 2, 1.6), span('b.py', 3, 1.2), span('c.py', 4, 1)];
const told = (found: readonly RankedSpan[]) =>
  found.map(({ chunk, score, scores }) => [chunk.key, score, scores['picked'] ?? 0]);

describe('joinPicked', () => {
  it('adds the share of its file to what the ranking makes of a span, over its best', () =>
    expect(told(mergePickedFiles(spans, [pick('c.py', 1)], 0.4))).toEqual([
      [4, 0.7, 0.4],
      [1, 0.6, 0],
      [2, 0.48, 0],
      [3, 0.36, 0],
    ]));

  it('counts a file once: each further span one half of the one before', () =>
    expect(told(mergePickedFiles(spans, [pick('b.py', 0.5)], 0.4))).toEqual([
      [2, 0.68, 0.2],
      [1, 0.6, 0],
      [3, 0.46, 0.1],
      [4, 0.3, 0],
    ]));

  it('brings in what the ranking never saw, by the piece that speaks for it', () => {
    const found = mergePickedFiles(spans, [pick('new.py', 1, 77)], 0.4);
    expect(told(found)).toContainEqual([77, 0.4, 0.4]);
    expect(found).toHaveLength(5);
    expect(told(mergePickedFiles([], [pick('new.py', 0.5, 77)], 0.4))).toEqual([[77, 0.2, 0.2]]);
  });

  it('is the ranking where nothing is picked, or picks count nothing', () => {
    expect(mergePickedFiles(spans, [], 0.4)).toBe(spans);
    expect(mergePickedFiles(spans, [pick('c.py', 1)], 0)).toBe(spans);
  });

  it('is by the picks alone where they count all', () =>
    expect(told(mergePickedFiles(spans, [pick('c.py', 0.5), pick('a.py', 0.2)], 1)).slice(0, 2)).toEqual([
      [4, 0.5, 0.5],
      [1, 0.2, 0.2],
    ]));
});
