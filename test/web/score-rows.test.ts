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

test('a share below 0 counts against it: its bar goes to the left from where all others begin', () => {
  const rows = scoreRows({ words: 3, kind: -1, decay: 0.5 });
  expect(rows.map(({ signal, kind, start, part }) => [signal, kind, start, part])).toEqual([
    ['words', 'share', 0.25, 0.75],
    ['kind', 'against', 0, 0.25],
    ['decay', 'factor', 0.25, 0.375],
  ]);
});

test('a bar is never shorter than nothing, longer than whole or out of its place', () => {
  assert(
    property(dictionary(string(), float({ noNaN: true, noDefaultInfinity: true })), (scores) => {
      for (const { start, part } of scoreRows(scores)) {
        expect(part).toBeGreaterThanOrEqual(0);
        expect(start).toBeGreaterThanOrEqual(0);
        expect(start + part).toBeLessThanOrEqual(1 + 1e-9);
      }
    }),
  );
});
