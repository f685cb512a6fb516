/** A turn that begins where it was not asked tells what became of the conversation meanwhile. */
import { expect, test } from 'vitest';
import { whereBegun } from '../../web/src/lib/features/ask/where-begun.ts';

test.each([
  ['the first of a new conversation', 1, 1, 'next'],
  ['after the turns shown', 7, 7, 'next'],
  ['as the first below turns that were removed', 7, 1, 'anew'],
  ['after a turn that another page asked', 7, 8, 'elsewhere'],
  ['after fewer turns than are shown', 7, 4, 'elsewhere'],
] as const)('%s', (_, expected, begun, where) => {
  expect(whereBegun({ expected, begun })).toBe(where);
});
