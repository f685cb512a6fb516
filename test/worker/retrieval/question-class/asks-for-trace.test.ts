/** Questions that follow something through several functions, and others. None of them fitted the weights. */
import { expect, it } from 'vitest';
import { asksForTrace } from '../../../../worker/retrieval/question-class/asks-for-trace.ts';

it.each([
  'How does a booking get from the form to the ledger?',
  'Walk me through what happens when a parcel arrives at the depot',
  'Trace a photo from the camera roll to the album page',
  'What is the path of an order from checkout until it is shipped?',
  'Step by step, how is a letter sorted and then delivered?',
  'How does a keystroke end up in the saved file?',
])('asks for a trace: %s', (question) => {
  expect(asksForTrace(question, [])).toBe(true);
});

it.each([
  'Where is the size of a parcel checked?',
  'What is the default width of a stamp?',
  'Why are letters weighed twice?',
  'Which stamps are valid abroad?',
  'Who changed the tariff last?',
  'How many parcels fit in a van?',
  'Does the depot open on Sundays?',
])('does not ask for a trace: %s', (question) => {
  expect(asksForTrace(question, [])).toBe(false);
});
