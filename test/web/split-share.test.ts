/** The split of the page stays within its limits whatever is remembered or pressed. */
import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { readShare, shareAfterKey, splitLimits } from '../../web/src/lib/features/ask/split-share.ts';

test('what is remembered is read, what cannot be is the usual', () => {
  expect(readShare('55')).toBe(55);
  for (const odd of [null, '', ' ', 'wide', 'NaN']) expect(readShare(odd)).toBe(splitLimits.usual);
  assert(
    property(string(), (remembered) => {
      const share = readShare(remembered);
      expect(share).toBeGreaterThanOrEqual(splitLimits.least);
      expect(share).toBeLessThanOrEqual(splitLimits.most);
    }),
  );
});

test('keys move it, no further than the ends', () => {
  expect(shareAfterKey(50, 'ArrowRight')).toBe(50 + splitLimits.step);
  expect(shareAfterKey(splitLimits.least, 'ArrowLeft')).toBe(splitLimits.least);
  expect(shareAfterKey(50, 'Home')).toBe(splitLimits.least);
  expect(shareAfterKey(50, 'End')).toBe(splitLimits.most);
  expect(shareAfterKey(50, 'a')).toBeNull();
});
