/** A misspelt word is read as the word it is a slip away from; another word, or a name written as code, never is. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isStopWord } from '../../../../worker/core/text/terms.ts';
import type { SimilarTermQuery } from '../../../../worker/ports/text-index.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';
import { findTypoCorrections, applyCorrections } from '../../../../worker/retrieval/search/correct-typos.ts';

const key = { shard: 0, snapshot: 1, generation: 1 };
/** An index of these terms, that keeps to what the port promises and notes what it is asked. */
const indexOf = (held: Readonly<Record<string, number>>) => {
  const asked: SimilarTermQuery[] = [];
  return {
    asked,
    similarTerms: (_: unknown, like: SimilarTermQuery) => {
      asked.push(like);
      const terms = Object.entries(held).filter(
        ([term]) =>
          like.beginnings.some((beginning) => term.startsWith(beginning)) &&
          like.pieces.some((piece) => term.includes(piece)) &&
          term.length >= like.shortest &&
          term.length <= like.longest,
      );
      return Promise.resolve(new Map(terms.toSorted((a, b) => b[1] - a[1]).slice(0, like.limit)));
    },
  };
};
const similar = async (
  text: string,
  held: readonly string[] | Readonly<Record<string, number>>,
  known: Readonly<Record<string, number>> = {},
) => {
  const terms = Array.isArray(held) ? Object.fromEntries(held.map((term: string) => [term, 1])) : held;
  const found = await findTypoCorrections(indexOf(terms as Record<string, number>), key, {
    question: readQuestion(text),
    frequencies: new Map(Object.entries(known)),
  });
  return Object.fromEntries(found.map(({ word, term }) => [word, term]));
};

describe('a word that is nowhere', () => {
  it.each([
    ['swapped letters', 'chnuk', 'chunk'],
    ['the first two swapped', 'hcunk', 'chunk'],
    ['a letter dropped', 'chnks', 'chunks'],
    ['a letter too many', 'tockenizer', 'tokenizer'],
    ['a letter doubled', 'parrser', 'parser'],
    ['a vowel for a vowel', 'seperator', 'separator'],
    ['the key beside', 'retriebal', 'retrieval'],
    ['another spelling', 'serialise', 'serialize'],
    ['an ending heard wrong', 'confidance', 'confidence'],
    ['a vowel of an ending dropped', 'vectrs', 'vectors'],
    ['two slips in a long word', 'autentcation', 'authentication'],
  ])('with %s is read as what is meant: %s', async (_, word, meant) =>
    expect(await similar(`How is ${word} done?`, [meant, 'other', 'unrelated'])).toEqual({ [word]: meant }),
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
  ])('is not read as another word: %s is not %s', async (word, other) =>
    expect(await similar(`How is ${word} done?`, [other])).toEqual({}),
  );

  it.each([
    ['router', 'route'],
    ['handlers', 'handles'],
    ['listeners', 'listened'],
    ['concurrency', 'concurrent'],
    ['subscribed', 'subscriber'],
    ['factory', 'factor'],
    ['deserializer', 'deserialize'],
  ])('is not read as another form of it: %s is not %s', async (word, other) =>
    expect(await similar(`How is ${word} done?`, [other])).toEqual({}),
  );

  it('is read as the nearest, and of those as near as what is most held', async () => {
    expect(await similar('seperatoin', ['separation', 'separatio'])).toEqual({ seperatoin: 'separation' });
    expect(await similar('chnuk', { chunk: 2, chnzuk: 9 })).toEqual({ chnuk: 'chnzuk' });
    expect(await similar('retries parrser', { parser: 3, parsers: 7 }, { retries: 4 })).toEqual({
      parrser: 'parser',
    });
  });

  it('is read as a word, not as the stem it has in the index', async () =>
    expect(await similar('handel', { handl: 9, handle: 4 })).toEqual({ handel: 'handle' }));

  it('is left as it is where nothing is like it', async () =>
    expect(await similar('How are ladders built?', ['chunk', 'built'], { built: 1 })).toEqual({}));
});

it('a slip is found wherever it is, in a word of any length', async () => {
  const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
  const word = fc.string({ unit: letter, minLength: 6, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(word, fc.nat(), letter, fc.boolean(), async (meant, place, extra, isSwap) => {
      // Letters too many at the end make another form of a word.
      const at = place % (meant.length - (isSwap ? 1 : 4));
      const [before, a = '', b = '', after] = [
        meant.slice(0, at),
        meant[at],
        meant[at + 1],
        meant.slice(at + 2),
      ];
      const slip = isSwap ? before + b + a + after : before + a + extra + b + after;
      if (slip === meant || isStopWord(slip) || slip.startsWith(meant)) return;
      expect(Object.values(await similar(slip, [meant]))).toEqual([meant]);
    }),
  );
});

describe('what is not looked for', () => {
  it('is a word that is held in any form', async () =>
    expect(await similar('chnuk', ['chunk'], { chnuk: 1 })).toEqual({}));

  it.each([
    'What does `chnuk` do?',
    'Where is chnuk()?',
    'What does store.chnuk do?',
    'What is in src/chnuk/a.py?',
  ])('is a name written as code: %s', async (text) =>
    expect(await similar(text, ['chunk', 'store'])).toEqual({}),
  );

  it('is what a question asks for by its name alone', async () => {
    expect(await similar('Where is chnuk defined?', ['chunk'])).toEqual({});
    expect(await similar('Where is chnuk joined?', ['chunk'], { joined: 1 })).toEqual({ chnuk: 'chunk' });
  });

  it('is a short word, and one with a digit', async () =>
    expect(await similar('cnhk chunk2x', ['chnk', 'chunk2y'])).toEqual({}));

  it('is more than three words of one question', async () => {
    const index = indexOf({});
    const question = readQuestion('alphabb betabbb gammabb deltabb epsilbb');
    await findTypoCorrections(index, key, { question, frequencies: new Map() });
    expect(index.asked).toHaveLength(3);
    for (const { beginnings, limit } of index.asked) {
      expect(beginnings.every((beginning) => beginning !== '')).toBe(true);
      expect(limit).toBeLessThanOrEqual(200);
    }
  });
});

describe('a text', () => {
  const chunk = [{ word: 'chnuk', term: 'chunk' }];
  it.each([
    ['How is a chnuk made?', 'How is a chunk made?'],
    ['Chnuk, chnuk; CHNUK!', 'chunk, chunk; chunk!'],
    ['`chnuk` or chnuk', '`chnuk` or chunk'],
    ['chnuks and xchnuk', 'chnuks and xchnuk'],
  ])('%j is read as %j', (text, read) => expect(applyCorrections(text, chunk)).toBe(read));
});
