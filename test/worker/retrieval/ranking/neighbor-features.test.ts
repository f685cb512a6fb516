/** Features from a candidate's rank in each list, the other chunks of its file, and the other files of its folder. */
import { describe, expect, it } from 'vitest';
import { createNeighborFeatures } from '../../../../worker/retrieval/ranking/neighbor-features.ts';
import type { Candidate } from '../../../../worker/retrieval/ranking/candidate.ts';
import { chunkRow } from '../../../support/samples/questions.ts';

const candidate = (key: number, path: string, bm25: number, similarity?: number): Candidate => ({
  chunk: chunkRow(path, { key }),
  bm25,
  similarity,
  defines: 0,
});
const candidates = [
  candidate(1, 'src/a.py', 10, 0.2),
  candidate(2, 'src/a.py', 5, 0.8),
  candidate(3, 'src/b.py', 0, 0.4),
  candidate(4, 'docs/c.md', 2),
  candidate(5, 'root.py', 0, -0.5),
];
const fused = new Map([
  [1, 1],
  [2, 0.6],
  [3, 0.5],
  [4, 0.1],
]);
const neighborFeatures = createNeighborFeatures(candidates, fused);
const featuresAt = (key: number) => neighborFeatures(candidates[key - 1] ?? expect.fail());

describe('a candidate', () => {
  it('scores relative to the best of each list, or 0 if the list lacks it', () => {
    expect([1, 2, 3, 4, 5].map((key) => featuresAt(key).bm25)).toEqual([1, 0.5, 0, 0.2, 0]);
    expect([1, 2, 3, 4, 5].map((key) => featuresAt(key).dense)).toEqual([0.25, 1, 0.5, 0, 0]);
    expect([1, 2, 3, 4, 5].map((key) => featuresAt(key).fused)).toEqual([1, 0.6, 0.5, 0.1, 0]);
  });

  it('has a rank score that falls to 0.5 at the eleventh rank, or 0 outside the list', () => {
    expect([1, 2, 4].map((key) => featuresAt(key).bm25Place)).toEqual([1, 10 / 11, 10 / 12]);
    expect([2, 3, 1].map((key) => featuresAt(key).densePlace)).toEqual([1, 10 / 11, 10 / 12]);
    expect([featuresAt(3).bm25Place, featuresAt(4).densePlace, featuresAt(5).densePlace]).toEqual([0, 0, 0]);
    const many = Array.from({ length: 11 }, (_, at) => candidate(at, `f${at}.py`, 50 - at));
    expect(createNeighborFeatures(many, new Map())(many[10] ?? expect.fail()).bm25Place).toBe(0.5);
  });
});

describe('the file of a candidate', () => {
  it('contributes its best score, the rest, the number of chunks, and the best similarity', () => {
    for (const key of [1, 2])
      expect(featuresAt(key)).toMatchObject({
        fileBest: 1,
        fileRest: 0.6 / 5,
        fileChunks: Math.log1p(2) / Math.log1p(20),
        fileDense: 1,
      });
    expect(featuresAt(3)).toMatchObject({ fileBest: 0.5, fileRest: 0, fileDense: 0.5 });
    expect(featuresAt(5)).toMatchObject({ fileBest: 0, fileDense: 0 });
  });

  it('counts at most five further chunks', () => {
    const many = Array.from({ length: 30 }, (_, at) => candidate(at, 'one.py', 1));
    const equalScores = new Map(many.map(({ chunk }) => [chunk.key, 0.5]));
    expect(createNeighborFeatures(many, equalScores)(many[0] ?? expect.fail()).fileRest).toBe(0.5);
  });
});

it('the folder of a candidate contributes the scores of its other files', () => {
  expect(featuresAt(1).folderRest).toBe(0.5 / 5);
  expect(featuresAt(3).folderRest).toBe(0.5 / 5);
  expect(featuresAt(4).folderRest).toBe(0);
  expect(featuresAt(5).folderRest).toBe(0);
});

it('the features do not depend on candidate order', () => {
  const reversed = createNeighborFeatures(candidates.toReversed(), fused);
  for (const sample of candidates) expect(reversed(sample)).toEqual(neighborFeatures(sample));
});

it('a single candidate without scores has only a chunk count', () => {
  const candidateWithoutScores = candidate(1, 'a.py', 0);
  expect(createNeighborFeatures([candidateWithoutScores], new Map())(candidateWithoutScores)).toEqual({
    fused: 0,
    bm25: 0,
    bm25Place: 0,
    dense: 0,
    densePlace: 0,
    fileBest: 0,
    fileRest: 0,
    fileChunks: Math.log1p(1) / Math.log1p(20),
    fileDense: 0,
    folderRest: 0,
  });
});
