/**
 * How much one request may look for: files and citations come from strangers, and both can be made so that every line is like every
 * other. What is left when it is spent is not told of.
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
