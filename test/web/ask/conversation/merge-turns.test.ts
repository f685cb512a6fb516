/** Merging the turns on screen with the server's turns keeps the turn objects and the unaccepted questions. */
import { expect, test } from 'vitest';
import {
  mergeTurns,
  classifyTurnStart,
} from '../../../../web/src/lib/features/ask/conversation/merge-turns.ts';

const displayedTurn = (id: string | null) => ({ id, isDisplayed: true });
const restoreTurn = ({ id }: { id: string }) => ({ id, isDisplayed: false });

test('keeps the object of a turn on screen, restores a new turn, and drops a deleted turn', () => {
  const [first, second] = [displayedTurn('a'), displayedTurn('b')];
  const merged = mergeTurns([first, second], [{ id: 'a' }, { id: 'c' }], restoreTurn);
  expect(merged[0]).toBe(first);
  expect(merged).toEqual([first, { id: 'c', isDisplayed: false }]);
});

test('keeps an unaccepted question at the end', () => {
  const unaccepted = displayedTurn(null);
  expect(mergeTurns([displayedTurn('a'), unaccepted], [{ id: 'a' }, { id: 'b' }], restoreTurn).at(-1)).toBe(
    unaccepted,
  );
});

test.each([
  ['the first turn of a new conversation', 1, 1, 'next'],
  ['a turn after those on screen', 7, 7, 'next'],
  ['a first turn after the conversation was deleted', 7, 1, 'restarted'],
  ['a turn after a turn from another page', 7, 8, 'elsewhere'],
  ['a turn after fewer turns than on screen', 7, 4, 'elsewhere'],
] as const)('classifies %s', (_, expected, actual, start) => {
  expect(classifyTurnStart({ expected, actual })).toBe(start);
});
