/**
 * How far the clocks of two machines may differ, in milliseconds. A lease that ends later than one that starts now, by more than this, was
 * written before the clock was set back.
 */
export const clockSlackMs = 60_000;
