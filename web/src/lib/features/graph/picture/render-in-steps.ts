/**
 * Renders many items in batches, one batch per frame, so that no frame blocks the page. The batch size adapts to the duration of the
 * last frame. Also compares and updates lists of items with ids.
 */

/** Renders the next batch; false if no items are left. */
export type Step = (maxItems: number) => boolean;

export interface Frames {
  readonly requestFrame: (run: () => void) => void;
  /** The time in milliseconds. */
  readonly now: () => number;
}

const browserFrames: Frames = {
  requestFrame: (run) => void requestAnimationFrame(run),
  now: () => performance.now(),
};
const batchSize = { initial: 8, min: 2, max: 48 } as const;
/** Frames slower than this halve the batch size. */
const slowFrameMs = 40;
/** Frames faster than this double the batch size. */
const fastFrameMs = 20;

/** Creates a step that passes the items to `render` in order, one batch at a time. */
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

/** Runs the steps one after another, each until it is done. @returns a function that stops the rendering early */
export function renderInSteps(steps: readonly Step[], frames: Frames = browserFrames): () => void {
  let isStopped = false;
  let size: number = batchSize.initial;
  let startedAt = -Infinity;
  const run = (): void => {
    if (isStopped) return;
    const now = frames.now();
    const frameMs = now - startedAt;
    // The first frame has no previous frame whose duration could be measured.
    if (frameMs < Infinity) {
      if (frameMs > slowFrameMs) size = Math.max(batchSize.min, Math.floor(size / 2));
      else if (frameMs < fastFrameMs) size = Math.min(batchSize.max, size * 2);
    }
    startedAt = now;
    if (steps.some((step) => step(size))) frames.requestFrame(run);
  };
  frames.requestFrame(run);
  return () => {
    isStopped = true;
  };
}

interface ItemWithId {
  readonly id: string;
}

/** Returns the items that are still needed, unchanged. */
export function retainItems<Item extends ItemWithId>(
  items: readonly Item[],
  needed: readonly ItemWithId[],
): Item[] {
  const ids = new Set(needed.map(({ id }) => id));
  return items.filter(({ id }) => ids.has(id));
}

/** Returns the needed items that are not in the list yet. */
export function findNewItems<Item extends ItemWithId>(
  items: readonly ItemWithId[],
  needed: readonly Item[],
): Item[] {
  const ids = new Set(items.map(({ id }) => id));
  return needed.filter(({ id }) => !ids.has(id));
}

/** Replaces items with the same id, and appends the others. */
export function upsertItems<Item extends ItemWithId>(
  items: readonly Item[],
  updates: readonly Item[],
): Item[] {
  const updateById = new Map(updates.map((item) => [item.id, item]));
  return [...items.map((item) => updateById.get(item.id) ?? item), ...findNewItems(items, updates)];
}
