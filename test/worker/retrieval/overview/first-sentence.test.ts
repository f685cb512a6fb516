/** Returns the first sentence of a documentation text. */
import { describe, expect, it } from 'vitest';
import { firstSentence } from '../../../../worker/retrieval/overview/first-sentence.ts';

describe('the first sentence', () => {
  it.each([
    ['Books seats on a ferry. Then it sails.', 'Books seats on a ferry.'],
    ['Books seats, e.g. For two people. Then it sails.', 'Books seats, e.g. For two people.'],
    ['@module\nBooks seats on a ferry.\n@param row the row', 'Books seats on a ferry.'],
    ['Books {@link Seat} objects on a ferry.', 'Books Seat objects on a ferry.'],
    ['* Books seats\n* on a ferry.', 'Books seats on a ferry.'],
    ['Ferry\n=====\nBooks seats quickly', 'Books seats quickly'],
  ])('of %j is %j', (text, sentence) => {
    expect(firstSentence(text)).toBe(sentence);
  });

  it.each([
    '',
    'Seats.',
    'See the guide of the ferry.',
    'Dual-licensed under two licenses.',
    `It ${'very '.repeat(60)}slow.`,
  ])('of %j is not quoted', (text) => expect(firstSentence(text)).toBeUndefined());

  it.each(['\n', '\r', ' \n', '\n>', '\n*'])('is read in linear time after many %j', (unit) => {
    const startedAt = performance.now();
    expect(firstSentence(`Books seats quickly.\n\n${unit.repeat(100_000)}@see b`)).toBe(
      'Books seats quickly.',
    );
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});
