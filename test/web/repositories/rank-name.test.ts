/** Ranks names against typed words. */
import { expect, test } from 'vitest';
import { rankName } from '../../../web/src/lib/features/repositories/rank-name.ts';

test.each([
  ['', 0],
  ['flask', 0],
  ['lask', 1],
  ['flsk', 2],
  ['falsk', 3],
  ['flosk', 3],
  ['pallets flsk', 2],
  ['fk', undefined],
  ['django', undefined],
])('of pallets/flask for “%s”: %s', (typedText, rank) =>
  expect(rankName('pallets/flask', typedText)).toBe(rank),
);
