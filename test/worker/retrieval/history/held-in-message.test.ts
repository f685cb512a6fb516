/** How much of a question a message says. */
import { expect, it } from 'vitest';
import { heldInMessage } from '../../../../worker/retrieval/history/held-in-message.ts';
import { readQuestion } from '../../../../worker/retrieval/read-question.ts';

const { terms } = readQuestion('Why is the budget of a retry limited?');

it('is the share of its words, in whatever form', () => {
  expect(heldInMessage('Limit budgets of retries', terms)).toBe(1);
  expect(heldInMessage('Say more of retries', terms)).toBeCloseTo(1 / terms.length);
  expect(heldInMessage('Begin', terms)).toBe(0);
  expect(heldInMessage('Begin', [])).toBe(0);
});

it('reads no more of a message than what it says first', () => {
  expect(heldInMessage(`${'a list of others '.repeat(300)}budget`, terms)).toBe(0);
});
