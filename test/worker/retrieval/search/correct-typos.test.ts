/** Corrects a misspelled word to the indexed word it resembles, but no valid word and no name written as code. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isStopWord } from '../../../../worker/core/text/terms.ts';
import type { SimilarTermQuery } from '../../../../worker/ports/text-index.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';
import { findTypoCorrections, applyCorrections } from '../../../../worker/retrieval/search/correct-typos.ts';

const key = { shard: 0, snapshot: 1, generation: 1 };
/** A fake index of these terms that honors the port's contract and records its queries. */
const fakeIndex = (termFrequencies: Readonly<Record<string, number>>) => {
  const queries: SimilarTermQuery[] = [];
  return {
    queries,
    similarTerms: (_: unknown, query: SimilarTermQuery) => {
      queries.push(query);
      const terms = Object.entries(termFrequencies).filter(
        ([term]) =>
          query.prefixes.some((beginning) => term.startsWith(beginning)) &&
          query.pieces.some((piece) => term.includes(piece)) &&
          term.length >= query.minLength &&
          term.length <= query.maxLength,
      );
      return Promise.resolve(new Map(terms.toSorted((a, b) => b[1] - a[1]).slice(0, query.limit)));
    },
  };
};
const correct = async (
  text: string,
  indexed: readonly string[] | Readonly<Record<string, number>>,
  known: Readonly<Record<string, number>> = {},
) => {
  const terms = Array.isArray(indexed)
    ? Object.fromEntries(indexed.map((term: string) => [term, 1]))
    : indexed;
  const found = await findTypoCorrections(fakeIndex(terms as Record<string, number>), key, {
    question: readQuestion(text),
    frequencies: new Map(Object.entries(known)),
  });
  return Object.fromEntries(found.map(({ word, term }) => [word, term]));
};

describe('a word that the index lacks', () => {
  it.each([
    ['swapped letters', 'chnuk', 'chunk'],
    ['the first two swapped', 'hcunk', 'chunk'],
    ['a letter dropped', 'chnks', 'chunks'],
    ['a letter too many', 'tockenizer', 'tokenizer'],
    ['a letter doubled', 'parrser', 'parser'],
    ['a vowel for a vowel', 'seperator', 'separator'],
    ['an adjacent key', 'retriebal', 'retrieval'],
    ['another spelling', 'serialise', 'serialize'],
    ['an ending spelled by ear', 'confidance', 'confidence'],
    ['a vowel of an ending dropped', 'vectrs', 'vectors'],
    ['two typos in a long word', 'autentcation', 'authentication'],
  ])('with %s is corrected: %s to %s', async (_, word, intended) =>
    expect(await correct(`How is ${word} done?`, [intended, 'other', 'unrelated'])).toEqual({
      [word]: intended,
    }),
  );

  it.each([
    ['block', 'black'],
    ['chart', 'cart'],
    ['count', 'mount'],
    ['tests', 'texts'],
    ['marking', 'masking'],
    ['reader', 'render'],
    ['node', 'mode'],
    ['basket', 'bracket'],
    ['isolation', 'solution'],
  ])('is not corrected to a different word: %s is not %s', async (word, other) =>
    expect(await correct(`How is ${word} done?`, [other])).toEqual({}),
  );

  it.each([
    ['router', 'route'],
    ['handlers', 'handles'],
    ['listeners', 'listened'],
    ['concurrency', 'concurrent'],
    ['subscribed', 'subscriber'],
    ['factory', 'factor'],
    ['deserializer', 'deserialize'],
  ])('is not corrected to another form of itself: %s is not %s', async (word, other) =>
    expect(await correct(`How is ${word} done?`, [other])).toEqual({}),
  );

  it('is corrected to the closest term; the more frequent one wins a tie', async () => {
    expect(await correct('seperatoin', ['separation', 'separatio'])).toEqual({ seperatoin: 'separation' });
    expect(await correct('chnuk', { chunk: 2, chnzuk: 9 })).toEqual({ chnuk: 'chnzuk' });
    expect(await correct('retries parrser', { parser: 3, parsers: 7 }, { retries: 4 })).toEqual({
      parrser: 'parser',
    });
  });

  it('is corrected to a whole word, not to a stem', async () =>
    expect(await correct('handel', { handl: 9, handle: 4 })).toEqual({ handel: 'handle' }));

  it('stays unchanged if no term resembles it', async () =>
    expect(await correct('How are ladders built?', ['chunk', 'built'], { built: 1 })).toEqual({}));
});

it('corrects a typo at any position of a word of any length', async () => {
  const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
  const word = fc.string({ unit: letter, minLength: 6, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(word, fc.nat(), letter, fc.boolean(), async (intended, place, extra, isSwap) => {
      // Extra letters at the end would make another form of the word.
      const at = place % (intended.length - (isSwap ? 1 : 4));
      const [before, a = '', b = '', after] = [
        intended.slice(0, at),
        intended[at],
        intended[at + 1],
        intended.slice(at + 2),
      ];
      const typo = isSwap ? before + b + a + after : before + a + extra + b + after;
      if (typo === intended || isStopWord(typo) || typo.startsWith(intended)) return;
      expect(Object.values(await correct(typo, [intended]))).toEqual([intended]);
    }),
  );
});

describe('findTypoCorrections skips', () => {
  it('a word that the index contains in any form', async () =>
    expect(await correct('chnuk', ['chunk'], { chnuk: 1 })).toEqual({}));

  it.each([
    'What does `chnuk` do?',
    'Where is chnuk()?',
    'What does store.chnuk do?',
    'What is in src/chnuk/a.py?',
  ])('a name written as code: %s', async (text) =>
    expect(await correct(text, ['chunk', 'store'])).toEqual({}),
  );

  it('the name that a definition lookup asks for', async () => {
    expect(await correct('Where is chnuk defined?', ['chunk'])).toEqual({});
    expect(await correct('Where is chnuk joined?', ['chunk'], { joined: 1 })).toEqual({ chnuk: 'chunk' });
  });

  it('short words and words with digits', async () =>
    expect(await correct('cnhk chunk2x', ['chnk', 'chunk2y'])).toEqual({}));

  it('all words after the first three unknown ones', async () => {
    const index = fakeIndex({});
    const question = readQuestion('alphabb betabbb gammabb deltabb epsilbb');
    await findTypoCorrections(index, key, { question, frequencies: new Map() });
    expect(index.queries).toHaveLength(3);
    for (const { prefixes, limit } of index.queries) {
      expect(prefixes.every((prefix) => prefix !== '')).toBe(true);
      expect(limit).toBeLessThanOrEqual(200);
    }
  });
});

describe('applyCorrections', () => {
  const chunk = [{ word: 'chnuk', term: 'chunk' }];
  it.each([
    ['How is a chnuk made?', 'How is a chunk made?'],
    ['Chnuk, chnuk; CHNUK!', 'chunk, chunk; chunk!'],
    ['`chnuk` or chnuk', '`chnuk` or chunk'],
    ['chnuks and xchnuk', 'chnuks and xchnuk'],
  ])('rewrites %j to %j', (text, expected) => expect(applyCorrections(text, chunk)).toBe(expected));
});
