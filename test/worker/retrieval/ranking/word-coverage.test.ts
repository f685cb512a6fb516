/** Measures how much of a question a text contains, weighted by rarity, and how much of a name the question contains. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWordCoverage } from '../../../../worker/retrieval/ranking/word-coverage.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';

const question = readQuestion('How are sessions signed?');
const weights = new Map([
  ['sessions', 3],
  ['signed', 1],
]);
const coverage = createWordCoverage(question, weights);

describe('the coverage of a question by a text', () => {
  it.each([
    ['', 0],
    ['nothing of it', 0],
    ['a session', 0.75],
    ['to sign', 0.25],
    ['SessionSigned', 1],
    ['sessions are signed', 1],
    ['sessions sessions sessions', 0.75],
  ])('for %j is %f', (text, expected) => expect(coverage.coverTexts(text)).toBe(expected));

  it('weighs words equally if their weights are unknown', () =>
    expect(createWordCoverage(question, new Map()).coverTexts('session')).toBe(0.5));

  it('counts a compound if the text contains the whole word or all its parts', () => {
    const compound = createWordCoverage(readQuestion('Where is `chunkStore`?'), new Map());
    expect(compound.coverTexts('chunkstore')).toBe(1);
    expect(compound.coverTexts('a store of one chunk')).toBe(1);
    expect(compound.coverTexts('a store')).toBe(0);
  });

  it('reads only the beginning of a long text', () => {
    expect(coverage.coverTexts(`${'x '.repeat(100)}session`)).toBe(0.75);
    expect(coverage.coverTexts(`${'x '.repeat(5_000)}session`)).toBe(0);
  });

  it('is 0 for a question without words', () =>
    expect(createWordCoverage(readQuestion('?'), new Map()).coverTexts('text')).toBe(0));
});

describe('the coverage of a name by the question', () => {
  it.each([
    ['', 0],
    ['session', 1],
    ['SessionSigned', 1],
    ['signSession', 1],
    ['sessionFactory', 0.5],
    ['basket', 0],
    ['open_basket_session_now', 0.25],
  ])('for %j is %f', (name, expected) => expect(coverage.coverName(name)).toBe(expected));
});

it('coverage stays between 0 and 1, and adding text never lowers it', () => {
  const word = fc.constantFrom('session', 'signed', 'SessionSigner', 'basket', 'a_b', '42', 'é');
  fc.assert(
    fc.property(fc.array(word), fc.array(word), (some, more) => {
      const [text, longer] = [some.join(' '), [...some, ...more].join(' ')];
      for (const value of [coverage.coverTexts(text), coverage.coverName(text)]) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }
      expect(coverage.coverTexts(longer)).toBeGreaterThanOrEqual(coverage.coverTexts(text));
    }),
  );
});
