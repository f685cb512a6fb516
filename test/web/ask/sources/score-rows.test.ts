/** The components of a score as labeled rows in a fixed order, with bars within the width. */
import { assert, dictionary, float, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { scoreRows, explainFactors } from '../../../../web/src/lib/features/ask/sources/score-rows.ts';

test('scales components relative to the largest component, and factors relative to 1', () => {
  const rows = scoreRows({ decay: 0.9, path: 0.5, words: 1, newer: 0.25 });
  expect(rows.map(({ signal, kind, length }) => [signal, kind, length])).toEqual([
    ['words', 'component', 1],
    ['path', 'component', 0.5],
    ['decay', 'factor', 0.9],
    ['newer', 'component', 0.25],
  ]);
  expect(rows[0]?.label).toBe('Text match');
  expect(rows[3]?.label).toBe('newer');
});

test('extends the bar of a penalty to the left of zero', () => {
  const rows = scoreRows({ words: 3, kind: -1, decay: 0.5 });
  expect(rows.map(({ signal, kind, start, length }) => [signal, kind, start, length])).toEqual([
    ['words', 'component', 0.25, 0.75],
    ['kind', 'penalty', 0, 0.25],
    ['decay', 'factor', 0.25, 0.375],
  ]);
});

test('keeps every bar within the width', () => {
  assert(
    property(dictionary(string(), float({ noNaN: true, noDefaultInfinity: true })), (scores) => {
      for (const { start, length } of scoreRows(scores)) {
        expect(length).toBeGreaterThanOrEqual(0);
        expect(start).toBeGreaterThanOrEqual(0);
        expect(start + length).toBeLessThanOrEqual(1 + 1e-9);
      }
    }),
  );
});

const explain = (scores: Record<string, number>) => explainFactors(scoreRows(scores)).join(' ');

test('does not explain plain components', () => {
  expect(explain({ words: 1, path: 0.5 })).toBe('');
});

test('explains the factor for a further result from the same file', () => {
  expect(explain({ words: 1, decay: 0.5 })).toMatch(/^The sum is then multiplied by 0\.50/);
});

test('explains the factor for the file type, and penalties', () => {
  expect(explain({ words: 1, size: -0.2, role: 0.3 })).toBe(
    'Values below 0 lower the score. Each component above has been multiplied by 0.30 for the file type.',
  );
});
