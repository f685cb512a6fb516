/** How much of a question a text holds, by how rare its words are, and how much of a name the question. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWordCoverage } from '../../../../worker/retrieval/ranking/word-coverage.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';

const question = readQuestion('How are sessions signed?');
const weights = new Map([
  ['sessions', 3],
  ['signed', 1],
]);
const shares = createWordCoverage(question, weights);

describe('what a text holds', () => {
  it.each([
    ['', 0],
    ['nothing of it', 0],
    ['a session', 0.75],
    ['to sign', 0.25],
    ['SessionSigned', 1],
    ['sessions are signed', 1],
    ['sessions sessions sessions', 0.75],
  ])('of %j is %f of the question', (text, share) => expect(shares.held(text)).toBe(share));

  it('is told by words alike where their weights are not known', () =>
    expect(createWordCoverage(question, new Map()).held('session')).toBe(0.5));

  it('counts a compound by the whole or all its parts, not by one of them', () => {
    const compound = createWordCoverage(readQuestion('Where is `chunkStore`?'), new Map());
    expect(compound.held('chunkstore')).toBe(1);
    expect(compound.held('a store of one chunk')).toBe(1);
    expect(compound.held('a store')).toBe(0);
  });

  it('looks at the beginning of a long text', () => {
    expect(shares.held(`${'x '.repeat(100)}session`)).toBe(0.75);
    expect(shares.held(`${'x '.repeat(5_000)}session`)).toBe(0);
  });

  it('of a question without words is nothing', () =>
    expect(createWordCoverage(readQuestion('?'), new Map()).held('text')).toBe(0));
});

describe('what of a name is asked for', () => {
  it.each([
    ['', 0],
    ['session', 1],
    ['SessionSigned', 1],
    ['signSession', 1],
    ['sessionFactory', 0.5],
    ['basket', 0],
    ['open_basket_session_now', 0.25],
  ])('is of %j %f', (name, share) => expect(shares.covered(name)).toBe(share));
});

it('shares lie from 0 to 1, and a longer text never holds less', () => {
  const word = fc.constantFrom('session', 'signed', 'SessionSigner', 'basket', 'a_b', '42', 'é');
  fc.assert(
    fc.property(fc.array(word), fc.array(word), (some, more) => {
      const [text, longer] = [some.join(' '), [...some, ...more].join(' ')];
      for (const share of [shares.held(text), shares.covered(text)]) {
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
      }
      expect(shares.held(longer)).toBeGreaterThanOrEqual(shares.held(text));
    }),
  );
});
