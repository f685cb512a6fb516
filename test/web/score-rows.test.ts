/** The shares of a score as rows: named, in one order, bars no longer than whole. */
import { assert, dictionary, float, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { scoreRows } from '../../web/src/lib/features/ask/score-rows.ts';

test('shares are measured by the greatest, factors by one', () => {
  const rows = scoreRows({ decay: 0.9, path: 0.5, words: 1, newer: 0.25 });
  expect(rows.map(({ signal, kind, part }) => [signal, kind, part])).toEqual([
    ['words', 'share', 1],
    ['path', 'share', 0.5],
    ['decay', 'factor', 0.9],
    ['newer', 'share', 0.25],
  ]);
  expect(rows[0]?.label).toBe('Words of the text');
  expect(rows[3]?.label).toBe('newer');
});

test('a bar is never shorter than nothing or longer than whole', () => {
  assert(
    property(dictionary(string(), float({ noNaN: true, noDefaultInfinity: true })), (scores) => {
      for (const { part } of scoreRows(scores)) {
        expect(part).toBeGreaterThanOrEqual(0);
        expect(part).toBeLessThanOrEqual(1);
      }
    }),
  );
});
