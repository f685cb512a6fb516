/** Names that look like one asked for: by their letters, by their words, however they are written. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankClosestNames, namePieces } from '../../../../worker/retrieval/search/closest-names.ts';

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
const near = (name: string, isWord = false) =>
  rankClosestNames([{ name, isWord }], known).map((one) => one.name);
const plain = (name: string) => name.toLowerCase().replaceAll('_', '');

describe('the nearest name', () => {
  it.each([
    ['createPaperReder', 'createPaperReader'],
    ['create_paper_reader', 'createPaperReader'],
    ['fold_sheets', 'foldSheet'],
    ['parseLaebl', 'parseLabel'],
    ['ParseLabel', 'parseLabel'],
    ['labels.parseLabl', 'parseLabel'],
    ['maxStamp', 'MAX_STAMPS'],
    ['paperReader', 'createPaperReader'],
  ])('to %s is %s', (asked, expected) => expect(near(asked)[0]).toBe(expected));

  it('to a word is one that it misspells, not one that shares a part with it', () => {
    expect(near('blueprnt', true)).toEqual(['Blueprint']);
    expect(near('paperReading', true)).toEqual([]);
  });

  it('is none where nothing is alike', () => {
    for (const name of ['quantumFlux', 'x', '', '_', 'gut', 'partition']) expect(near(name)).toEqual([]);
  });
});

describe('pieces of a name', () => {
  const names = fc.stringMatching(/^[a-z][a-zA-Z_]{3,24}$/);

  it('stand in every name that one slip makes it', () => {
    fc.assert(
      fc.property(
        names,
        fc.nat(),
        fc.constantFrom('drop', 'double', 'change', 'swap'),
        (name, seed, slip) => {
          const at = seed % (name.length - 1);
          const [before, one, next, after] = [name.slice(0, at), name[at], name[at + 1], name.slice(at + 2)];
          const slipped = {
            drop: `${before}${next}${after}`,
            double: `${before}${one}${one}${next}${after}`,
            change: `${before}0${next}${after}`,
            swap: `${before}${next}${one}${after}`,
          }[slip];
          // A shorter name is cut into single letters, which are in too many others.
          fc.pre(plain(slipped).length >= 6);
          expect(namePieces(slipped).some((piece) => plain(name).includes(piece))).toBe(true);
        },
      ),
    );
  });

  it('are few, lower case and without underscores', () => {
    for (const piece of namePieces('Some_LONG_name.createPaperReader_for_things')) {
      expect(piece).toMatch(/^[a-z]{2,}$/);
    }
    expect(namePieces('x'.repeat(500)).length).toBeLessThan(12);
  });
});
