/** What is a greeting, and what is a search of a few words. */
import { expect, it } from 'vitest';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';

it.each(['Hi!', 'many thanks', 'What can you do?'])('takes %j for a greeting', (text) => {
  expect(readQuestion(text).request).toBe('conversation');
});

it.each([
  'ticket printer',
  'seat map cache',
  'password rules',
  'nightly export job',
  'greeting card renderer',
  'cookies signed encrypted',
])('takes %j for a search', (text) => {
  expect(readQuestion(text).request).toBeUndefined();
});
