/** The width of the conversation stays within its limits for any stored value or key. */
import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import {
  parseStoredWidth,
  widthAfterKey,
  splitLimits,
} from '../../../../web/src/lib/features/ask/conversation/split-width.ts';

test('reads a stored width, and uses the initial width for an invalid value', () => {
  expect(parseStoredWidth('55')).toBe(55);
  for (const invalid of [null, '', ' ', 'wide', 'NaN'])
    expect(parseStoredWidth(invalid)).toBe(splitLimits.initial);
  assert(
    property(string(), (stored) => {
      const width = parseStoredWidth(stored);
      expect(width).toBeGreaterThanOrEqual(splitLimits.min);
      expect(width).toBeLessThanOrEqual(splitLimits.max);
    }),
  );
});

test('keys change the width within its limits', () => {
  expect(widthAfterKey(50, 'ArrowRight')).toBe(50 + splitLimits.step);
  expect(widthAfterKey(splitLimits.min, 'ArrowLeft')).toBe(splitLimits.min);
  expect(widthAfterKey(50, 'Home')).toBe(splitLimits.min);
  expect(widthAfterKey(50, 'End')).toBe(splitLimits.max);
  expect(widthAfterKey(50, 'a')).toBeNull();
});
