/** Renders many items in batches, one batch a frame, so that no frame blocks. The batch size adapts to the duration of the last frame. */

/** Renders the next batch; false once nothing is left. */
export type Step = (maxItems: number) => boolean;

export interface Frames {
  readonly next: (run: () => void) => void;
  /** Milliseconds. */
  readonly now: () => number;
}

const browserFrames: Frames = {
  next: (run) => void requestAnimationFrame(run),
  now: () => performance.now(),
};
const batchSize = { initial: 8, min: 2, max: 48 } as const;
/** Frames slower than this halve the batch size. */
const slowFrameMs = 40;
/** Frames faster than this double the batch size. */
const fastFrameMs = 20;

/** Creates a step that passes on the items in order, one batch at a time. */
export function createBatchStep<Item>(
  items: readonly Item[],
  render: (items: readonly Item[]) => void,
): Step {
  let next = 0;
  return (maxItems) => {
    if (next >= items.length) return false;
    render(items.slice(next, next + maxItems));
    next += maxItems;
    return true;
  };
}

/** Runs the steps one after another, each until it is done. @returns a function that stops early */
export function renderInSteps(steps: readonly Step[], frames: Frames = browserFrames): () => void {
  let stopped = false;
  let size: number = batchSize.initial;
  let startedAt = -Infinity;
  const run = (): void => {
    if (stopped) return;
    const now = frames.now();
    const frameMs = now - startedAt;
    // The first frame has no previous one to measure.
    if (frameMs < Infinity) {
      if (frameMs > slowFrameMs) size = Math.max(batchSize.min, Math.floor(size / 2));
      else if (frameMs < fastFrameMs) size = Math.min(batchSize.max, size * 2);
    }
    startedAt = now;
    if (steps.some((step) => step(size))) frames.next(run);
  };
  frames.next(run);
  return () => {
    stopped = true;
  };
}
