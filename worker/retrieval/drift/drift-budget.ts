/**
 * Limits the work of one drift request, since files and citations are untrusted input. Anything beyond the budget
 * is not reported.
 */

export interface DriftBudget {
  /** @returns false where so much is not left; nothing is taken then. @param steps about as long as the comparison of a character each */
  readonly spend: (steps: number) => boolean;
  /** How often it was not enough. */
  readonly refused: () => number;
  /** Steps taken. */
  readonly spent: () => number;
}

/** Some tenths of a second; a conversation whose every source was edited takes a few millions. */
const mostSteps = 20_000_000;

export function createDriftBudget(steps = mostSteps): DriftBudget {
  let [left, refused] = [steps, 0];
  return {
    spend(taken) {
      if (taken > left) {
        refused += 1;
        return false;
      }
      left -= taken;
      return true;
    },
    refused: () => refused,
    spent: () => steps - left,
  };
}
