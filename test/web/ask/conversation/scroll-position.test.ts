/** The page scrolls down as an answer grows. It never scrolls past the question and never up. */
import { assert, nat, property } from 'fast-check';
import { expect, test } from 'vitest';
import {
  scrollTopToFollow,
  isAtEnd,
} from '../../../../web/src/lib/features/ask/conversation/scroll-position.ts';

test('the user is at the end when at most a few pixels of the page are below the window', () => {
  expect(isAtEnd({ scrollTop: 397, height: 600, contentHeight: 1000 })).toBe(true);
  expect(isAtEnd({ scrollTop: 300, height: 600, contentHeight: 1000 })).toBe(false);
  expect(isAtEnd({ scrollTop: 0, height: 600, contentHeight: 400 })).toBe(true);
});

test('scrolls to the end while the question stays visible', () => {
  expect(scrollTopToFollow({ scrollTop: 0, height: 600, contentHeight: 1000 }, 900)).toBe(400);
  expect(scrollTopToFollow({ scrollTop: 0, height: 600, contentHeight: 5000 }, 900)).toBe(900);
});

test('never scrolls up', () => {
  assert(
    property(nat(), nat(), nat(), nat(), (scrollTop, height, contentHeight, maxScrollTop) => {
      expect(scrollTopToFollow({ scrollTop, height, contentHeight }, maxScrollTop)).toBeGreaterThanOrEqual(
        scrollTop,
      );
    }),
  );
});
