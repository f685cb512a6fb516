import { array, assert, constantFrom, property } from 'fast-check';
import { expect, it } from 'vitest';
import { identifierParts } from '../../../../worker/core/text/terms.ts';
import { hashPiece, listPieces, splitPieces } from '../../../../worker/adapters/embedded/split-pieces.ts';

it.each([
  ['HTTPServerError', ['http', 'server', 'error']],
  ['read_utf8_file(x)', ['read', 'utf', 'file']],
  ['parseHTTPs', ['parse', 'htt', 'ps']],
  ['İstanbul größe ΔTime ΔΘ', ['istanbul', 'größe', 'time', 'δθ']],
  ['a b2c ' + 'x'.repeat(25), []],
  ['x'.repeat(24), ['x'.repeat(24)]],
])('splits %s', (text, pieces) => expect(listPieces(text)).toEqual(pieces));

const mixed = array(
  constantFrom('a', 'b', 'zz', 'A', 'B', 'CC', '_', '1', ' ', '.', 'é', 'É', 'İ', 'ǅ', '語', 'ß', '\u0301'),
  { maxLength: 60 },
).map((parts) => parts.join(''));

it('splits any text as identifierParts does', () => {
  assert(
    property(mixed, (text) => {
      const expected = identifierParts(text).filter((piece) => piece.length >= 2 && piece.length <= 24);
      expect(listPieces(text)).toEqual(expected);
    }),
  );
});

it('passes on the hash of each piece', () => {
  const hashes: number[] = [];
  splitPieces('readFile größe', (_units, _length, hash) => hashes.push(hash));
  expect(hashes).toEqual(['read', 'file', 'größe'].map(hashPiece));
});
