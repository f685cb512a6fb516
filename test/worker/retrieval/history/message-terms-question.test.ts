/** Words of a question that a message could hold. */
import { expect, it } from 'vitest';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';
import { messageTerms } from '../../../../worker/retrieval/history/message-terms.ts';

const wordsOf = (text: string) => messageTerms(readQuestion(text)).map(({ word }) => word);

it('leaves out what asks for a commit, a time or an author', () => {
  const words = wordsOf('Which commit introduced the retry limit, and who changed it last?');
  expect(words.join(' ')).toMatch(/retr/);
  expect(words).not.toContain('commit');
  expect(words.filter((word) => /^(?:introduc|chang)/.test(word))).toEqual([]);
});

it('keeps all where nothing else is left', () => {
  expect(wordsOf('What was the last commit?').length).toBeGreaterThan(0);
});
