/** A moment as the day it was, in UTC: how records and sentences tell when something was written. */

/** @param milliseconds since 1970. @returns `2026-11-22` */
export function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
