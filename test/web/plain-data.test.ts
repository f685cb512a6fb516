/** What SvelteKit serializes in the browser survives, and what only a server that renders pages needs fails clearly. */
import { expect, test } from 'vitest';
import { parse, stringify, stringifyAsync, uneval, unflatten } from '../../web/plain-data.ts';

test('restores the state of a history entry', () => {
  const state = { open: ['a'], line: 3, none: null };
  expect(parse(stringify(state))).toEqual(state);
});

test('reads no state from an entry that was stored with devalue', () => {
  // `{ line: 3 }` in its format.
  expect(parse('[{"line":1},3]')).toEqual({});
});

test.each([uneval, unflatten, stringifyAsync])('refuses data from a server', (read) => {
  expect(read).toThrow('without support for data from server load functions');
});
