/** Corrects misspelled question words and leaves valid words unchanged. */
import { expect, it } from 'vitest';
import { correctQuestionWords } from '../../../../worker/retrieval/question-class/correct-question-words.ts';

it.each([
  ['waht is teh cache', 'what is the cache'],
  ['wehre is it', 'where is it'],
  ['whcih functoin', 'which function'],
  ['explian dependss', 'explain depends'],
  ['wy', 'wy'],
])('%j becomes %j', (text, expected) => {
  expect(correctQuestionWords(text)).toBe(expected);
});

it.each([
  'here we were',
  'a chance to hang',
  'then three trees',
  'who had a hat',
  'those modes and modules',
  'loop over lists',
])('%j stays unchanged', (text) => expect(correctQuestionWords(text)).toBe(text));

it('reads "were" as "where" only at the start and before a verb', () => {
  expect(correctQuestionWords('were is the parser')).toBe('where is the parser');
  expect(correctQuestionWords('were they the parsers')).toBe('were they the parsers');
});
