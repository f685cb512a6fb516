/** Hashes and typed ranges are parsed, ranges are formatted, and clicks on line numbers select the expected range. */
import { assert, boolean, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatLineHash, formatLines } from '../../../web/src/lib/features/code/line-range.ts';
import { parseLineRange, selectLine } from '../../../web/src/lib/features/code/parse-line-range.ts';

const line = integer({ min: 1, max: 999_999 });

describe('parseLineRange', () => {
  test.each([
    ['#L10-L20', { startLine: 10, endLine: 20 }],
    ['#L7', { startLine: 7, endLine: 7 }],
    ['L3-9', { startLine: 3, endLine: 9 }],
    ['10-20', { startLine: 10, endLine: 20 }],
    [' 10 – 20 ', { startLine: 10, endLine: 20 }],
    ['20:10', { startLine: 10, endLine: 20 }],
    ['42', { startLine: 42, endLine: 42 }],
  ])('parses %s', (text, range) => {
    expect(parseLineRange(text)).toEqual(range);
  });

  test.each(['', '#', '#L', '#L0', '0-3', '#section', 'L1-L', '1-2-3', '99999999999'])(
    'returns null for %j',
    (text) => {
      expect(parseLineRange(text)).toBeNull();
    },
  );

  test('parses a formatted hash to the same range', () => {
    assert(
      property(line, line, (a, b) => {
        const range = { startLine: Math.min(a, b), endLine: Math.max(a, b) };
        expect(parseLineRange(formatLineHash(range))).toEqual(range);
      }),
    );
  });
});

test('formats a single line and a range of lines', () => {
  expect(formatLines({ startLine: 4, endLine: 4 })).toBe('line 4');
  expect(formatLines({ startLine: 4, endLine: 6 })).toBe('lines 4–6');
});

describe('selectLine', () => {
  test('selects one line on a click', () => {
    expect(selectLine({ startLine: 3, endLine: 9 }, 5, false)).toEqual({ startLine: 5, endLine: 5 });
  });

  test('extends or shrinks the range to the line on a Shift-click', () => {
    expect(selectLine({ startLine: 3, endLine: 3 }, 9, true)).toEqual({ startLine: 3, endLine: 9 });
    expect(selectLine({ startLine: 3, endLine: 9 }, 1, true)).toEqual({ startLine: 1, endLine: 9 });
    expect(selectLine({ startLine: 3, endLine: 9 }, 5, true)).toEqual({ startLine: 3, endLine: 5 });
  });

  test('selects one line on a Shift-click without a selection', () => {
    expect(selectLine(null, 5, true)).toEqual({ startLine: 5, endLine: 5 });
  });

  test('always includes the clicked line', () => {
    assert(
      property(line, line, line, boolean(), (a, b, clicked, shift) => {
        const range = selectLine({ startLine: Math.min(a, b), endLine: Math.max(a, b) }, clicked, shift);
        expect(range.startLine).toBeLessThanOrEqual(clicked);
        expect(range.endLine).toBeGreaterThanOrEqual(clicked);
      }),
    );
  });
});
