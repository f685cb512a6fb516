/** Finds the names closest to a requested one by letters and words, ignoring case and separators. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankClosestNames, splitNameIntoPieces } from '../../../../worker/retrieval/search/closest-names.ts';

const known = [
  'createPaperReader',
  'createByteReader',
  'foldSheet',
  'FoldedSheet',
  'parseLabel',
  'Part',
  'file',
  'Blueprint',
  'MAX_STAMPS',
  'get',
].map((name) => ({ name }));
const closestNames = (name: string, isWord = false) =>
  rankClosestNames([{ name, isWord }], known).map((match) => match.name);
const normalize = (name: string) => name.toLowerCase().replaceAll('_', '');

describe('the closest name', () => {
  it.each([
    ['createPaperReder', 'createPaperReader'],
    ['create_paper_reader', 'createPaperReader'],
    ['fold_sheets', 'foldSheet'],
    ['parseLaebl', 'parseLabel'],
    ['ParseLabel', 'parseLabel'],
    ['labels.parseLabl', 'parseLabel'],
    ['maxStamp', 'MAX_STAMPS'],
    ['paperReader', 'createPaperReader'],
  ])('to %s is %s', (requested, expected) => expect(closestNames(requested)[0]).toBe(expected));

  it('to a plain word is one that the word misspells, not one that only shares a part', () => {
    expect(closestNames('blueprnt', true)).toEqual(['Blueprint']);
    expect(closestNames('paperReading', true)).toEqual([]);
  });

  it('is missing if no known name resembles the requested one', () => {
    for (const name of ['quantumFlux', 'x', '', '_', 'gut', 'partition'])
      expect(closestNames(name)).toEqual([]);
  });
});

describe('splitNameIntoPieces', () => {
  const names = fc.stringMatching(/^[a-z][a-zA-Z_]{3,24}$/);

  it('shares a piece with the original after any single typo', () => {
    fc.assert(
      fc.property(
        names,
        fc.nat(),
        fc.constantFrom('drop', 'double', 'change', 'swap'),
        (name, seed, typo) => {
          const at = seed % (name.length - 1);
          const [before, letter, next, after] = [
            name.slice(0, at),
            name[at],
            name[at + 1],
            name.slice(at + 2),
          ];
          const misspelled = {
            drop: `${before}${next}${after}`,
            double: `${before}${letter}${letter}${next}${after}`,
            change: `${before}0${next}${after}`,
            swap: `${before}${next}${letter}${after}`,
          }[typo];
          // Pieces of a shorter name are too short to identify it.
          fc.pre(normalize(misspelled).length >= 6);
          expect(splitNameIntoPieces(misspelled).some((piece) => normalize(name).includes(piece))).toBe(true);
        },
      ),
    );
  });

  it('returns few pieces, in lower case and without underscores', () => {
    for (const piece of splitNameIntoPieces('Some_LONG_name.createPaperReader_for_things')) {
      expect(piece).toMatch(/^[a-z]{2,}$/);
    }
    expect(splitNameIntoPieces('x'.repeat(500)).length).toBeLessThan(12);
  });
});
