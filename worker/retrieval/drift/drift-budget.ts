/**
 * Limits the work of one drift request, since files and citations are untrusted input. Anything beyond the budget
 * is not reported.
 */

export interface DriftBudget {
  /**
   * @param steps each costs about as much as comparing a character
   * @returns false if fewer steps remain; nothing is spent then
   */
  readonly spend: (steps: number) => boolean;
  /** The number of refused requests. */
  readonly refused: () => number;
  /** The number of spent steps. */
  readonly spent: () => number;
}

/** Takes some tenths of a second. A conversation with every source edited takes a few million steps. */
const maxSteps = 20_000_000;

export function createDriftBudget(steps = maxSteps): DriftBudget {
  let [remaining, refused] = [steps, 0];
  return {
    spend(steps) {
      if (steps > remaining) {
        refused += 1;
        return false;
      }
      remaining -= steps;
      return true;
    },
    refused: () => refused,
    spent: () => steps - remaining,
  };
}
