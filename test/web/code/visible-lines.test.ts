/** Every line in view is rendered at any scroll position, and a long file is never rendered completely. */
import { assert, double, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scrollTopFor, visibleLines, linesInView } from '../../../web/src/lib/features/code/visible-lines.ts';

const lineHeight = 20;
const height = 640;

test('renders a short file completely', () => {
  expect(visibleLines(1000, { scrollTop: 0, height, lineHeight })).toEqual({ startIndex: 0, endIndex: 1000 });
});

test('renders nothing for an empty file', () => {
  expect(visibleLines(0, { scrollTop: 0, height, lineHeight })).toEqual({ startIndex: 0, endIndex: 0 });
});

test('renders the lines in view and only a few more', () => {
  assert(
    property(
      integer({ min: 1001, max: 2_000_000 }),
      double({ min: -200, max: 50_000_000, noNaN: true }),
      integer({ min: 0, max: 3000 }),
      (lineCount, requestedTop, viewHeight) => {
        const scrollTop = Math.min(requestedTop, Math.max(0, lineCount * lineHeight - viewHeight));
        const { startIndex, endIndex } = visibleLines(lineCount, {
          scrollTop,
          height: viewHeight,
          lineHeight,
        });
        expect(startIndex).toBeGreaterThanOrEqual(0);
        expect(endIndex).toBeLessThanOrEqual(lineCount);
        expect(startIndex * lineHeight).toBeLessThanOrEqual(Math.max(0, scrollTop));
        expect(endIndex * lineHeight).toBeGreaterThanOrEqual(
          Math.min(lineCount * lineHeight, scrollTop + viewHeight),
        );
        expect(endIndex - startIndex).toBeLessThanOrEqual(viewHeight / lineHeight + 102);
      },
    ),
  );
});

describe('scrollTopFor', () => {
  const viewport = { scrollTop: 1000, height, lineHeight };

  test('does not scroll when the lines are in view', () => {
    expect(scrollTopFor({ startLine: 52, endLine: 60 }, viewport)).toBe(1000);
  });

  test('never scrolls above the start', () => {
    expect(scrollTopFor({ startLine: 1, endLine: 2 }, viewport)).toBe(0);
  });

  test('shows the first line, and also the last line if the range fits', () => {
    assert(
      property(integer({ min: 1, max: 20_000 }), integer({ min: 0, max: 200 }), (startLine, extraLines) => {
        const range = { startLine, endLine: startLine + extraLines };
        const top = scrollTopFor(range, viewport);
        const first = (startLine - 1) * lineHeight;
        expect(first).toBeGreaterThanOrEqual(top);
        expect(first + lineHeight).toBeLessThanOrEqual(top + height);
        if ((extraLines + 3) * lineHeight <= height) {
          expect(range.endLine * lineHeight).toBeLessThanOrEqual(top + height);
        }
      }),
    );
  });
});

test.each([
  [100, 0, 200, { startLine: 1, endLine: 10 }],
  [100, 50, 200, { startLine: 3, endLine: 12 }],
  [5, 0, 200, { startLine: 1, endLine: 5 }],
  [100, 1990, 200, { startLine: 100, endLine: 100 }],
  [100, -10, 0, { startLine: 1, endLine: 1 }],
])(
  'finds which of %i lines are in view at scroll position %i and height %i',
  (count, scrollTop, height, lines) => {
    expect(linesInView(count, { scrollTop, height, lineHeight: 20 })).toEqual(lines);
  },
);
