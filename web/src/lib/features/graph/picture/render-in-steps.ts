/**
 * Renders many items in batches, one batch per frame, so that no frame blocks, and updates lists of items with ids. The batch size adapts to
 * the duration of the last frame.
 */

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

interface Identified {
  readonly id: string;
}

/** The items that are still needed, unchanged. */
export function retainItems<Item extends Identified>(
  items: readonly Item[],
  needed: readonly Identified[],
): Item[] {
  const ids = new Set(needed.map(({ id }) => id));
  return items.filter(({ id }) => ids.has(id));
}

/** The needed items that are not in the list yet. */
export function newItems<Item extends Identified>(
  items: readonly Identified[],
  needed: readonly Item[],
): Item[] {
  const ids = new Set(items.map(({ id }) => id));
  return needed.filter(({ id }) => !ids.has(id));
}

/** Replaces items with the same id, and appends the others. */
export function upsertItems<Item extends Identified>(items: readonly Item[], some: readonly Item[]): Item[] {
  const changed = new Map(some.map((item) => [item.id, item]));
  return [...items.map((item) => changed.get(item.id) ?? item), ...newItems(items, some)];
}
