/**
 * Limits the work of one drift request, since files and citations are untrusted input. Anything beyond the budget
 * is not reported.
 */

export interface DriftBudget {
  /**
   * @param steps one step costs about as much as comparing a character
   * @returns false, without spending anything, if fewer steps remain
   */
  readonly spend: (steps: number) => boolean;
  /** The number of times that `spend` returned false. */
  readonly refusedCount: () => number;
  /** The number of spent steps. */
  readonly spentSteps: () => number;
}

/** Maximum steps, which take some tenths of a second. A conversation in which every source was edited needs a few million. */
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
    refusedCount: () => refused,
    spentSteps: () => steps - remaining,
  };
}
