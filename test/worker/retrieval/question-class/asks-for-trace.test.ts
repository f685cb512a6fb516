/** Questions that follow something through several functions, and others. None of them fitted the weights, so only rates are expected. */
import { expect, it } from 'vitest';
import { asksForTrace } from '../../../../worker/retrieval/question-class/asks-for-trace.ts';

const traces = [
  'How does a booking get from the form to the ledger?',
  'Walk me through what happens when a parcel arrives at the depot',
  'Trace a photo from the camera roll to the album page',
  'What is the path of an order from checkout until it is shipped?',
  'Step by step, how is a letter sorted and then delivered?',
  'How does a keystroke end up in the saved file?',
  'Follow a coin from the slot to the counter',
  'What happens between pressing save and the file being written to disk?',
  'How does a sensor reading travel through the gateway to the dashboard?',
  'From the moment a bid is placed to the moment it is confirmed, which functions run?',
  'Explain the flow of a refund from the support form to the bank',
  'How does the click on a seat lead to a printed ticket?',
];
const others = [
  'Where is the size of a parcel checked?',
  'What is the default width of a stamp?',
  'Why are letters weighed twice?',
  'Which stamps are valid abroad?',
  'Who changed the tariff last?',
  'How many parcels fit in a van?',
  'Does the depot open on Sundays?',
  'How is the price of a letter computed?',
  'Can I turn off the weekly digest?',
  'What does `sortLetters` return?',
  'How do I install it?',
  'Is there a limit on the number of bids?',
];
const asking = (questions: readonly string[]): number =>
  questions.filter((question) => asksForTrace(question, [])).length / questions.length;

it('recognizes most questions for a trace', () => {
  expect(asking(traces)).toBeGreaterThanOrEqual(0.75);
});

it('hardly ever takes another question for one', () => {
  expect(asking(others)).toBeLessThanOrEqual(0.1);
});

it('masks names, so that a name cannot decide', () => {
  const text = 'Where is `followFromTo` checked?';
  expect(asksForTrace(text, ['followFromTo'])).toBe(false);
  expect(asksForTrace('How does a coin get from `slot` to `counter`?', ['slot', 'counter'])).toBe(true);
});
