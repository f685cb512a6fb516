/** Selects the terms of a search: distinctive words, rarest first, up to a limit. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';
import {
  readTermStatistics,
  selectSearchTerms,
  weighTerms,
} from '../../../../worker/retrieval/search/search-terms.ts';

const key = { shard: 0, snapshot: 1, generation: 1 };
/** A fake index that contains each term in the given number of chunks and records the terms it looks up. */
const fakeIndex = (frequencies: Readonly<Record<string, number>>) => {
  const lookups: string[] = [];
  return {
    lookups,
    documentFrequencies: (_: unknown, terms: readonly string[]) => {
      lookups.push(...terms);
      return Promise.resolve(
        new Map(
          terms.flatMap((term) =>
            frequencies[term] === undefined ? [] : [[term, frequencies[term]] as const],
          ),
        ),
      );
    },
  };
};
const read = (text: string, frequencies: Readonly<Record<string, number>>) =>
  readTermStatistics(fakeIndex(frequencies), key, readQuestion(text).terms);

const terms = (text: string, frequencies: Readonly<Record<string, number>>, chunks: number) =>
  selectSearchTerms(
    readQuestion(text).terms,
    { frequencies: new Map(Object.entries(frequencies)), presentForms: new Map(Object.entries(frequencies)) },
    chunks,
  );

const weight = (frequency: number, chunks: number): number =>
  weighTerms(readQuestion('token').terms, new Map([['token', frequency]]), chunks).get('token') ?? NaN;

describe('readTermStatistics', () => {
  it('counts each word by its most frequent form', async () => {
    const { frequencies, presentForms } = await read('signed tokens basket', {
      sign: 4,
      signed: 2,
      token: 9,
    });
    expect([...frequencies]).toEqual([
      ['signed', 4],
      ['tokens', 9],
      ['basket', 0],
    ]);
    expect([...presentForms].toSorted()).toEqual([
      ['sign', 4],
      ['signed', 2],
      ['token', 9],
    ]);
  });

  it('counts a compound by itself, or else by its rarest part', async () => {
    const { frequencies } = await read('`chunkTree`', { chunk: 40, tree: 7 });
    expect(frequencies.get('chunktree')).toBe(7);
    expect((await read('`chunkTree`', { chunk: 40 })).frequencies.get('chunktree')).toBe(0);
    expect((await read('`chunkTree`', { chunk: 40, chunktree: 2 })).frequencies.get('chunktree')).toBe(2);
  });

  it('looks up each form once', async () => {
    const index = fakeIndex({});
    await readTermStatistics(index, key, readQuestion('sign signs signed signing').terms);
    expect(index.lookups).toHaveLength(new Set(index.lookups).size);
  });
});

describe('selectSearchTerms', () => {
  it('returns every form of each indexed word, rarest word first', () =>
    expect(terms('tokens signed basket', { tokens: 9, signed: 4, basket: 0 }, 1000)).toEqual([
      'signed',
      'sign',
      'tokens',
      'token',
    ]));

  it('skips words in more than a third of the chunks, unless no other word remains', () => {
    expect(terms('tokens signed', { tokens: 400, signed: 4 }, 1000)).toEqual(['signed', 'sign']);
    expect(terms('tokens signed', { tokens: 400, signed: 500 }, 1000)).toHaveLength(4);
  });

  it('skips nothing in a small repository', () =>
    expect(terms('tokens signed', { tokens: 20, signed: 1 }, 21)).toContain('token'));

  it('drops frequent forms that rarer words make unnecessary in a large repository', () => {
    const counts = { basket: 300, tokens: 900, token: 4_000, signed: 3_000, sign: 3_100 };
    const selected = terms('tokens signed basket', counts, 15_000);
    expect(selected).toEqual(['basket', 'tokens']);
    expect(terms('tokens signed', counts, 15_000)).toEqual(['tokens', 'token']);
    expect(terms('tokens signed basket', counts, 400_000)).toHaveLength(5);
    expect(terms('`chunkTree`', { chunktree: 3, chunk: 4_000, tree: 200 }, 15_000)).toEqual([
      'chunktree',
      'tree',
    ]);
  });

  it('returns at most 32 distinct terms', () => {
    const words = Array.from(
      { length: 60 },
      (_, at) => `word${String.fromCodePoint(97 + (at % 26))}${'x'.repeat(at % 7)}s`,
    );
    const selected = terms(
      words.join(' '),
      Object.fromEntries(words.map((word, at) => [word, 1 + at])),
      10_000,
    );
    expect(selected.length).toBe(32);
    expect(new Set(selected).size).toBe(32);
    expect(terms('', {}, 10)).toEqual([]);
  });
});

describe('weighTerms', () => {
  it('uses the Robertson–Spärck Jones weight, always positive', () => {
    expect(weight(3, 100)).toBeCloseTo(Math.log(1 + 97.5 / 3.5), 9);
    expect(weight(0, 100)).toBe(weight(1, 100));
  });

  it('returns lower weights for more frequent words, always above 0', () => {
    fc.assert(
      fc.property(fc.nat({ max: 500 }), fc.nat({ max: 500 }), fc.nat({ max: 500 }), (a, b, chunks) => {
        const [rare, common] = [Math.min(a, b), Math.max(a, b)];
        expect(weight(common, chunks)).toBeGreaterThan(0);
        if (common <= chunks) expect(weight(rare, chunks)).toBeGreaterThanOrEqual(weight(common, chunks));
      }),
    );
  });
});
