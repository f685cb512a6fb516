/** Words to the terms of one search: the telling ones, the rarest first, no more than can be paid for. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';
import {
  readTermStatistics,
  searchTerms,
  weighTerms,
} from '../../../../worker/retrieval/search/search-terms.ts';

const key = { shard: 0, snapshot: 1, generation: 1 };
/** An index that holds these terms, each in so many chunks. */
const holding = (held: Readonly<Record<string, number>>) => {
  const asked: string[] = [];
  return {
    asked,
    documentFrequencies: (_: unknown, terms: readonly string[]) => {
      asked.push(...terms);
      return Promise.resolve(
        new Map(terms.flatMap((term) => (held[term] === undefined ? [] : [[term, held[term]] as const]))),
      );
    },
  };
};
const read = (text: string, held: Readonly<Record<string, number>>) =>
  readTermStatistics(holding(held), key, readQuestion(text).terms);

const terms = (text: string, frequencies: Readonly<Record<string, number>>, chunks: number) =>
  searchTerms(readQuestion(text).terms, new Map(Object.entries(frequencies)), chunks);

const weight = (frequency: number, chunks: number): number =>
  weighTerms(readQuestion('token').terms, new Map([['token', frequency]]), chunks).get('token') ?? NaN;

describe('what is held', () => {
  it('is told of each word by its commonest form', async () => {
    const { frequencies, presentForms: presentForms } = await read('signed tokens basket', {
      sign: 4,
      signed: 2,
      token: 9,
    });
    expect([...frequencies]).toEqual([
      ['signed', 4],
      ['tokens', 9],
      ['basket', 0],
    ]);
    expect([...presentForms].toSorted()).toEqual(['sign', 'signed', 'token']);
  });

  it('of a compound is what holds all its parts, at most as many as the rarest of them', async () => {
    const { frequencies } = await read('`chunkTree`', { chunk: 40, tree: 7 });
    expect(frequencies.get('chunktree')).toBe(7);
    expect((await read('`chunkTree`', { chunk: 40 })).frequencies.get('chunktree')).toBe(0);
    expect((await read('`chunkTree`', { chunk: 40, chunktree: 2 })).frequencies.get('chunktree')).toBe(2);
  });

  it('is asked of each form once', async () => {
    const index = holding({});
    await readTermStatistics(index, key, readQuestion('sign signs signed signing').terms);
    expect(index.asked).toHaveLength(new Set(index.asked).size);
  });
});

describe('terms of a search', () => {
  it('are every form of the words that are held, the rarest word first', () =>
    expect(terms('tokens signed basket', { tokens: 9, signed: 4, basket: 0 }, 1000)).toEqual([
      'signed',
      'sign',
      'tokens',
      'token',
    ]));

  it('leave out what a third of the chunks hold, while others remain', () => {
    expect(terms('tokens signed', { tokens: 400, signed: 4 }, 1000)).toEqual(['signed', 'sign']);
    expect(terms('tokens signed', { tokens: 400, signed: 500 }, 1000)).toHaveLength(4);
  });

  it('leave nothing out of a small repository', () =>
    expect(terms('tokens signed', { tokens: 20, signed: 1 }, 21)).toContain('token'));

  it('are no more than 32, however long the question, and each once', () => {
    const words = Array.from(
      { length: 60 },
      (_, at) => `word${String.fromCodePoint(97 + (at % 26))}${'x'.repeat(at % 7)}s`,
    );
    const found = terms(words.join(' '), Object.fromEntries(words.map((word, at) => [word, 1 + at])), 10_000);
    expect(found.length).toBe(32);
    expect(new Set(found).size).toBe(32);
    expect(terms('', {}, 10)).toEqual([]);
  });
});

describe('the weight of a word', () => {
  it('is Robertson and Spärck Jones’, kept positive', () => {
    expect(weight(3, 100)).toBeCloseTo(Math.log(1 + 97.5 / 3.5), 9);
    expect(weight(0, 100)).toBe(weight(1, 100));
  });

  it('falls with how many chunks hold it, and is never nothing', () => {
    fc.assert(
      fc.property(fc.nat({ max: 500 }), fc.nat({ max: 500 }), fc.nat({ max: 500 }), (a, b, chunks) => {
        const [rare, common] = [Math.min(a, b), Math.max(a, b)];
        expect(weight(common, chunks)).toBeGreaterThan(0);
        if (common <= chunks) expect(weight(rare, chunks)).toBeGreaterThanOrEqual(weight(common, chunks));
      }),
    );
  });
});
