/** What the server has of a conversation and what a page shows come together without anything made anew or lost. */
import { expect, test } from 'vitest';
import { mergeTurns } from '../../web/src/lib/features/ask/merge-turns.ts';

const shown = (id: string | null) => ({ id, here: true });
const restore = ({ id }: { id: string }) => ({ id, here: false });

test('a turn known stays the object it is, a new one is restored, a replaced one goes', () => {
  const [first, second] = [shown('a'), shown('b')];
  const merged = mergeTurns([first, second], [{ id: 'a' }, { id: 'c' }], restore);
  expect(merged[0]).toBe(first);
  expect(merged).toEqual([first, { id: 'c', here: false }]);
});

test('a question the server has not taken up stays, last', () => {
  const asked = shown(null);
  expect(mergeTurns([shown('a'), asked], [{ id: 'a' }, { id: 'b' }], restore).at(-1)).toBe(asked);
});
