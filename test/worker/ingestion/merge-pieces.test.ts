/** Small neighbours join: plain runs up to the budget, and what is under the minimum wherever it fits best. */
import { describe, expect, it } from 'vitest';
import { mergePieces } from '../../../worker/ingestion/merge-pieces.ts';
import type { Piece } from '../../../worker/ingestion/piece.ts';

/** Pieces from sizes, a unit marked with `!`: `10 60! 5`. */
const piecesOf = (sizes: string): Piece[] => {
  let start = 0;
  return sizes.split(' ').map((size) => {
    const tokens = Number.parseInt(size, 10);
    const piece = {
      start,
      end: start + tokens,
      tokens,
      kind: size,
      kindTokens: tokens,
      alone: size.endsWith('!'),
    };
    start = piece.end;
    return piece;
  });
};
const merged = (sizes: string): string =>
  mergePieces(piecesOf(sizes), { minTokens: 50, maxTokens: 100 })
    .map(({ tokens, alone }) => `${tokens}${alone ? '!' : ''}`)
    .join(' ');

describe('merging', () => {
  it.each([
    ['joins plain neighbours up to the budget', '30 30 30 30 30', '90 60'],
    ['leaves units alone', '60! 60! 55!', '60! 60! 55!'],
    ['keeps a run of plain pieces from a unit it need not join', '40 20 60! 70', '60 60! 70'],
    ['gives a small first piece to what follows', '10 60! 60!', '70! 60!'],
    ['gives a small last piece to what is before', '60! 5', '65!'],
    ['prefers a plain neighbour to a unit', '60! 5 90', '60! 95'],
    ['prefers the smaller of two units', '80! 5 60!', '80! 65!'],
    ['leaves a small piece that fits nowhere', '98! 5 99!', '98! 5 99!'],
    ['joins small pieces until they are large enough', '20! 20! 20! 60!', '60! 60!'],
  ])('%s', (_, sizes, expected) => expect(merged(sizes)).toBe(expected));

  it('names a joined piece after its larger part', () =>
    expect(mergePieces(piecesOf('10 30 20'), { minTokens: 50, maxTokens: 100 })[0]?.kind).toBe('30'));
});
