/** Batches render all items in order; slow frames shrink the batch size, and fast ones grow it. */
import { expect, test } from 'vitest';
import {
  renderInSteps,
  createBatchStep,
  retainItems,
  newItems,
  upsertItems,
} from '../../../../web/src/lib/features/graph/picture/render-in-steps.ts';

/** Frames with a fixed duration. */
function frames(frameMs: number) {
  const waiting: (() => void)[] = [];
  let now = 0;
  return {
    next: (run: () => void) => void waiting.push(run),
    now: () => now,
    /** Runs the callbacks of the next frame; false if there were no callbacks. */
    pass(): boolean {
      const run = waiting.shift();
      now += frameMs;
      run?.();
      return run !== undefined;
    },
  };
}

const numbers = Array.from({ length: 200 }, (_, index) => index);

test.each([5, 30, 100])('renders everything once and in order at %i ms a frame', (frameMs) => {
  const clock = frames(frameMs);
  const taken: number[] = [];
  const second: string[] = [];
  renderInSteps(
    [
      createBatchStep(numbers, (some) => taken.push(...some)),
      createBatchStep(['last'], (some) => second.push(`${some.join()} after ${taken.length}`)),
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
  renderInSteps([createBatchStep(numbers, (some) => counts.push(some.length))], clock);
  while (clock.pass());
  return counts;
}

test('batches grow with fast frames and shrink with slow ones', () => {
  expect(sizes(5).slice(0, 4)).toEqual([8, 16, 32, 48]);
  expect(sizes(100).slice(0, 4)).toEqual([8, 4, 2, 2]);
});

test('stops when canceled', () => {
  const clock = frames(30);
  const taken: number[] = [];
  const end = renderInSteps([createBatchStep(numbers, (some) => taken.push(...some))], clock);
  clock.pass();
  end();
  while (clock.pass());
  expect(taken).toHaveLength(8);
});

const items = [
  { id: 'a', at: 1 },
  { id: 'b', at: 1 },
];

test('removes unneeded items, finds new ones, and replaces changed ones in place', () => {
  expect(retainItems(items, [{ id: 'b' }, { id: 'c' }])).toEqual([{ id: 'b', at: 1 }]);
  expect(newItems(items, [{ id: 'b' }, { id: 'c' }])).toEqual([{ id: 'c' }]);
  expect(
    upsertItems(items, [
      { id: 'c', at: 2 },
      { id: 'a', at: 2 },
    ]),
  ).toEqual([
    { id: 'a', at: 2 },
    { id: 'b', at: 1 },
    { id: 'c', at: 2 },
  ]);
});
