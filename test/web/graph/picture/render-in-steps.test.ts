/** Batches render all items in order. Slow frames shrink the batch size, and fast frames grow it. */
import { expect, test } from 'vitest';
import {
  renderInSteps,
  createBatchStep,
  retainItems,
  findNewItems,
  upsertItems,
} from '../../../../web/src/lib/features/graph/picture/render-in-steps.ts';

/** Frames with a fixed duration, which a test runs one by one. */
function createFrames(frameMs: number) {
  const callbacks: (() => void)[] = [];
  let now = 0;
  return {
    requestFrame: (run: () => void) => void callbacks.push(run),
    now: () => now,
    /** Runs the callbacks of the next frame; false if there were no callbacks. */
    runNext(): boolean {
      const run = callbacks.shift();
      now += frameMs;
      run?.();
      return run !== undefined;
    },
  };
}

const numbers = Array.from({ length: 200 }, (_, index) => index);

test.each([5, 30, 100])('renders everything once and in order at %i ms per frame', (frameMs) => {
  const clock = createFrames(frameMs);
  const renderedNumbers: number[] = [];
  const secondStep: string[] = [];
  renderInSteps(
    [
      createBatchStep(numbers, (batch) => renderedNumbers.push(...batch)),
      createBatchStep(['last'], (batch) =>
        secondStep.push(`${batch.join()} after ${renderedNumbers.length}`),
      ),
    ],
    clock,
  );
  while (clock.runNext());
  expect(renderedNumbers).toEqual(numbers);
  expect(secondStep).toEqual(['last after 200']);
});

function collectBatchSizes(frameMs: number): number[] {
  const clock = createFrames(frameMs);
  const counts: number[] = [];
  renderInSteps([createBatchStep(numbers, (batch) => counts.push(batch.length))], clock);
  while (clock.runNext());
  return counts;
}

test('grows the batches after fast frames and shrinks them after slow ones', () => {
  expect(collectBatchSizes(5).slice(0, 4)).toEqual([8, 16, 32, 48]);
  expect(collectBatchSizes(100).slice(0, 4)).toEqual([8, 4, 2, 2]);
});

test('renders no more batches after it was stopped', () => {
  const clock = createFrames(30);
  const renderedNumbers: number[] = [];
  const stop = renderInSteps([createBatchStep(numbers, (batch) => renderedNumbers.push(...batch))], clock);
  clock.runNext();
  stop();
  while (clock.runNext());
  expect(renderedNumbers).toHaveLength(8);
});

const items = [
  { id: 'a', at: 1 },
  { id: 'b', at: 1 },
];

test('retains needed items, finds new ones, and replaces updated ones in place', () => {
  expect(retainItems(items, [{ id: 'b' }, { id: 'c' }])).toEqual([{ id: 'b', at: 1 }]);
  expect(findNewItems(items, [{ id: 'b' }, { id: 'c' }])).toEqual([{ id: 'c' }]);
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
