/** How much of a question a message says. */
import { expect, it } from 'vitest';
import { messageCoverage } from '../../../../worker/retrieval/history/message-terms.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';

const { terms } = readQuestion('Why is the budget of a retry limited?');

it('is the share of its words, in whatever form', () => {
  expect(messageCoverage('Limit budgets of retries', terms)).toBe(1);
  expect(messageCoverage('Say more of retries', terms)).toBeCloseTo(1 / terms.length);
  expect(messageCoverage('Begin', terms)).toBe(0);
  expect(messageCoverage('Begin', [])).toBe(0);
});

it('reads no more of a message than what it says first', () => {
  expect(messageCoverage(`${'a list of others '.repeat(300)}budget`, terms)).toBe(0);
});
