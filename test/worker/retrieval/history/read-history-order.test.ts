/** Reads which change in time a question asks for, in wordings that no pattern repeats. */
import { expect, it } from 'vitest';
import { readHistoryOrder } from '../../../../worker/retrieval/history/read-history-order.ts';

it.each([
  ['Whose commit was the latest in there?', 'newest', 1],
  ['most recent touch of the loader', 'newest', 1],
  ['the commit prior to the newest one', 'newest', 2],
  ['penultimate edit of the parser', 'newest', 2],
  ['Not the latest commit, the one right before', 'newest', 2],
  ['what did the previous commit do to it', 'newest', 2],
  ['second to last update of the settings', 'newest', 2],
  ['4th most recent change', 'newest', 4],
  ['two commits before the last', 'newest', 3],
  ['the very first commit', 'oldest', 1],
  ['earliest version of this page', 'oldest', 1],
  ['third commit ever to that folder', 'oldest', 3],
] as const)('%s', (text, from, position) => {
  expect(readHistoryOrder(text)).toEqual({ from, position });
});

it('reads no order where the question names none', () => {
  expect(readHistoryOrder('Who wrote the parser and why?')).toBeUndefined();
});
