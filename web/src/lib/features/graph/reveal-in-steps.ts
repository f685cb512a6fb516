/**
 * Brings many things into a page some at a time, one step a frame, so that no frame waits for all of them. How many a step takes
 * follows from how long the last one took.
 */

/** Takes the next few; false once there are none. */
export type Step = (most: number) => boolean;

export interface Frames {
  readonly next: (run: () => void) => void;
  /** Milliseconds. */
  readonly now: () => number;
}

const browserFrames: Frames = {
  next: (run) => void requestAnimationFrame(run),
  now: () => performance.now(),
};
const pace = { first: 8, least: 2, most: 48, slowMs: 40, fastMs: 20 } as const;

/** A step that hands on the items in order, as many as it is told each time. */
export function stepThrough<Item>(items: readonly Item[], take: (items: readonly Item[]) => void): Step {
  let next = 0;
  return (most) => {
    if (next >= items.length) return false;
    take(items.slice(next, next + most));
    next += most;
    return true;
  };
}

/** One after the other, each until it has no more. Returns the function that ends it early. */
export function revealInSteps(steps: readonly Step[], frames: Frames = browserFrames): () => void {
  let ended = false;
  let atOnce: number = pace.first;
  let startedAt = -Infinity;
  const run = (): void => {
    if (ended) return;
    const now = frames.now();
    const took = now - startedAt;
    // The first step has none before it to go by.
    if (took < Infinity) {
      if (took > pace.slowMs) atOnce = Math.max(pace.least, Math.floor(atOnce / 2));
      else if (took < pace.fastMs) atOnce = Math.min(pace.most, atOnce * 2);
    }
    startedAt = now;
    if (steps.some((step) => step(atOnce))) frames.next(run);
  };
  frames.next(run);
  return () => {
    ended = true;
  };
}
