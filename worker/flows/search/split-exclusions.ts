/** Separates the values of a filter from the values that it excludes, which start with `!`. */

export interface SplitValues {
  /** Empty if everything that is not excluded passes. */
  readonly included: readonly string[];
  /** Without their `!`. */
  readonly excluded: readonly string[];
}

export function splitExclusions(values: readonly string[]): SplitValues {
  return {
    included: values.filter((value) => !value.startsWith('!')),
    excluded: values.filter((value) => value.startsWith('!')).map((value) => value.slice(1)),
  };
}

/** Returns a test of an item's values: one of them is included, or nothing is, and none of them is excluded. */
export function createValueTest(values: readonly string[]): (found: readonly string[]) => boolean {
  const { included, excluded } = splitExclusions(values);
  return (found) =>
    (included.length === 0 || found.some((value) => included.includes(value))) &&
    !found.some((value) => excluded.includes(value));
}
