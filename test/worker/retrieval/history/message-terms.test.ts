/** Measures the fraction of a question's terms in a message. */
import { expect, it } from 'vitest';
import { messageCoverage } from '../../../../worker/retrieval/history/message-terms.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';

const { terms } = readQuestion('Why is the budget of a retry limited?');

it('is the fraction of the terms, in any word form', () => {
  expect(messageCoverage('Limit budgets of retries', terms)).toBe(1);
  expect(messageCoverage('Say more of retries', terms)).toBeCloseTo(1 / terms.length);
  expect(messageCoverage('Begin', terms)).toBe(0);
  expect(messageCoverage('Begin', [])).toBe(0);
});

it('reads only the start of a long message', () => {
  expect(messageCoverage(`${'a list of others '.repeat(300)}budget`, terms)).toBe(0);
});
