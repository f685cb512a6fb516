/** Formats days, bounds the clock skew between machines, and pauses so that waiting requests can run. */

/** The day in UTC, as `2026-11-22`. @param milliseconds since 1970 */
export function formatDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

/**
 * How far the clocks of two machines may differ, in milliseconds. A lease that ends later than one that starts now, by more than this,
 * was written before the clock was set back.
 */
export const maxClockSkewMs = 60_000;

/**
 * A local server runs the Worker, its objects and its databases on one thread. It reads from the network only when nothing else can run,
 * and calls between objects never wait for the network. A timer does.
 */
const yieldMs = 5;

/** Lets waiting requests run between two steps of long work. */
export function yieldToRequests(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, yieldMs));
}
