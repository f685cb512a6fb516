/** What comes in steps comes in order and whole; slow frames make the steps smaller, fast ones larger. */
import { expect, test } from 'vitest';
import { revealInSteps, stepThrough } from '../../web/src/lib/features/graph/reveal-in-steps.ts';

/** Frames that each take so long. */
function frames(frameMs: number) {
  const waiting: (() => void)[] = [];
  let now = 0;
  return {
    next: (run: () => void) => void waiting.push(run),
    now: () => now,
    /** Runs what waits for the next frame; false when nothing does. */
    pass(): boolean {
      const run = waiting.shift();
      now += frameMs;
      run?.();
      return run !== undefined;
    },
  };
}

const numbers = Array.from({ length: 200 }, (_, index) => index);

test.each([5, 30, 100])('all come once, in order, at %i ms a frame', (frameMs) => {
  const clock = frames(frameMs);
  const taken: number[] = [];
  const second: string[] = [];
  revealInSteps(
    [
      stepThrough(numbers, (some) => taken.push(...some)),
      stepThrough(['last'], (some) => second.push(`${some.join()} after ${taken.length}`)),
    ],
    clock,
  );
  while (clock.pass());
  expect(taken).toEqual(numbers);
  expect(second).toEqual(['last after 200']);
});

function sizes(frameMs: number): number[] {
  const clock = frames(frameMs);
  const counts: number[] = [];
  revealInSteps([stepThrough(numbers, (some) => counts.push(some.length))], clock);
  while (clock.pass());
  return counts;
}

test('steps grow while frames are fast and shrink while they are slow', () => {
  expect(sizes(5).slice(0, 4)).toEqual([8, 16, 32, 48]);
  expect(sizes(100).slice(0, 4)).toEqual([8, 4, 2, 2]);
});

test('what is ended goes no further', () => {
  const clock = frames(30);
  const taken: number[] = [];
  const end = revealInSteps([stepThrough(numbers, (some) => taken.push(...some))], clock);
  clock.pass();
  end();
  while (clock.pass());
  expect(taken).toHaveLength(8);
});
