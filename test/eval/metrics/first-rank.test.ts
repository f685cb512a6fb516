import { describe, expect, it } from 'vitest';
import { chunkRanks, covers, fileRanks, rankedFiles, withinFiles } from './first-rank.ts';

const hit = (path: string, startLine = 1, endLine = 10) => ({ path, startLine, endLine });
const hits = [hit('a', 11, 20), hit('b'), hit('a', 1, 10), hit('c'), hit('b', 11, 20), hit('d')];

describe('ranks', () => {
  it('of files count each file once, at its first hit', () => {
    expect(rankedFiles(hits)).toEqual(['a', 'b', 'c', 'd']);
    expect(fileRanks(hits, [{ path: 'd' }, { path: 'b' }, { path: 'e' }])).toEqual([2, 4]);
  });

  it('of lines are those of the first hit that contains one of them', () => {
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
  ])('%o', (target, expected) => expect(covers(hit('x'), target)).toBe(expected));
});

it('ends before the first hit beyond the file limit', () => {
  expect(withinFiles(hits, 2)).toEqual(hits.slice(0, 3));
  expect(withinFiles(hits, 3)).toEqual(hits.slice(0, 5));
  expect(withinFiles(hits, 9)).toEqual(hits);
});
