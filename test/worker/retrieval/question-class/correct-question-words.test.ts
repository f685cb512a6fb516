/** Asking words misspelt are put right; words of their own stay. */
import { expect, it } from 'vitest';
import { correctQuestionWords } from '../../../../worker/retrieval/question-class/correct-question-words.ts';

it.each([
  ['waht is teh cache', 'what is the cache'],
  ['wehre is it', 'where is it'],
  ['whcih functoin', 'which function'],
  ['explian dependss', 'explain depends'],
  ['wy', 'wy'],
])('%j reads %j', (text, expected) => {
  expect(correctQuestionWords(text)).toBe(expected);
});

it.each([
  'here we were',
  'a chance to hang',
  'then three trees',
  'who had a hat',
  'those modes and modules',
  'loop over lists',
])('%j stays', (text) => expect(correctQuestionWords(text)).toBe(text));

it('reads "were" as a place only where a verb follows it at the beginning', () => {
  expect(correctQuestionWords('were is the parser')).toBe('where is the parser');
  expect(correctQuestionWords('were they the parsers')).toBe('were they the parsers');
});
