/** The page follows an answer that grows, never past the question and never upwards. */
import { assert, nat, property } from 'fast-check';
import { expect, test } from 'vitest';
import { endToFollow, isAtEnd } from '../../web/src/lib/features/ask/follow-end.ts';

test('a reader is at the end when there is nothing below, within a few pixels', () => {
  expect(isAtEnd({ scrollTop: 397, height: 600, contentHeight: 1000 })).toBe(true);
  expect(isAtEnd({ scrollTop: 300, height: 600, contentHeight: 1000 })).toBe(false);
  expect(isAtEnd({ scrollTop: 0, height: 600, contentHeight: 400 })).toBe(true);
});

test('the end comes into view as long as the question stays in sight', () => {
  expect(endToFollow({ scrollTop: 0, height: 600, contentHeight: 1000 }, 900)).toBe(400);
  expect(endToFollow({ scrollTop: 0, height: 600, contentHeight: 5000 }, 900)).toBe(900);
});

test('it never goes up', () => {
  assert(
    property(nat(), nat(), nat(), nat(), (scrollTop, height, contentHeight, highest) => {
      expect(endToFollow({ scrollTop, height, contentHeight }, highest)).toBeGreaterThanOrEqual(scrollTop);
    }),
  );
});
