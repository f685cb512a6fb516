/** Selects the question's terms that a commit message could contain. */
import { expect, it } from 'vitest';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';
import { selectMessageTerms } from '../../../../worker/retrieval/history/message-terms.ts';

const termWords = (text: string) => selectMessageTerms(readQuestion(text)).map(({ word }) => word);

it('skips words that ask for a commit, time or author', () => {
  const words = termWords('Which commit introduced the retry limit, and who changed it last?');
  expect(words.join(' ')).toMatch(/retr/);
  expect(words).not.toContain('commit');
  expect(words.filter((word) => /^(?:introduc|chang)/.test(word))).toEqual([]);
});

it('returns all terms if every term is such a word', () => {
  expect(termWords('What was the last commit?').length).toBeGreaterThan(0);
});
