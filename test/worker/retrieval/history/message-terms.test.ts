/** Measures the fraction of a question's terms in a message. */
import { expect, it } from 'vitest';
import { measureMessageCoverage } from '../../../../worker/retrieval/history/message-terms.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';

const { terms } = readQuestion('Why is the budget of a retry limited?');

it('measures the fraction of the terms in a message, in any word form', () => {
  expect(measureMessageCoverage('Limit budgets of retries', terms)).toBe(1);
  expect(measureMessageCoverage('Say more of retries', terms)).toBeCloseTo(1 / terms.length);
  expect(measureMessageCoverage('Begin', terms)).toBe(0);
  expect(measureMessageCoverage('Begin', [])).toBe(0);
});

it('reads only the start of a long message', () => {
  expect(measureMessageCoverage(`${'a list of others '.repeat(300)}budget`, terms)).toBe(0);
});
