import { describe, expect, it } from 'vitest';
import { chunkRanks, covers, fileRanks, listRankedFiles, takeHitsOfFiles } from './first-rank.ts';

const hit = (path: string, startLine = 1, endLine = 10) => ({ path, startLine, endLine });
const hits = [hit('a', 11, 20), hit('b'), hit('a', 1, 10), hit('c'), hit('b', 11, 20), hit('d')];

describe('fileRanks and chunkRanks', () => {
  it('count each file once, at its first hit', () => {
    expect(listRankedFiles(hits)).toEqual(['a', 'b', 'c', 'd']);
    expect(fileRanks(hits, [{ path: 'd' }, { path: 'b' }, { path: 'e' }])).toEqual([2, 4]);
  });

  it('rank a target with lines at the first hit that contains one of the lines', () => {
    expect(chunkRanks(hits, [{ path: 'a', startLine: 4, endLine: 6 }, { path: 'b' }])).toEqual([2, 3]);
    expect(chunkRanks(hits, [{ path: 'a', startLine: 21, endLine: 30 }])).toEqual([]);
  });

  it('count two targets in one hit once', () => {
    const targets = [
      { path: 'b', startLine: 1, endLine: 2 },
      { path: 'b', startLine: 9, endLine: 9 },
    ];
    expect(chunkRanks(hits, targets)).toEqual([2]);
  });
});

describe('covers', () => {
  it.each([
    [{ path: 'x', startLine: 10, endLine: 12 }, true],
    [{ path: 'x', startLine: 11, endLine: 12 }, false],
    [{ path: 'x', startLine: 3 }, true],
    [{ path: 'x', startLine: 11 }, false],
    [{ path: 'x' }, true],
    [{ path: 'y' }, false],
  ])('of a hit on lines 1 to 10 and the target %o is %s', (target, expected) =>
    expect(covers(hit('x'), target)).toBe(expected),
  );
});

it('returns the hits before the first hit beyond the file limit', () => {
  expect(takeHitsOfFiles(hits, 2)).toEqual(hits.slice(0, 3));
  expect(takeHitsOfFiles(hits, 3)).toEqual(hits.slice(0, 5));
  expect(takeHitsOfFiles(hits, 9)).toEqual(hits);
});
