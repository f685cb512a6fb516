/** Finds a run of numbers in a sequence (Knuth-Morris-Pratt), in linear time. */

/** Returns the start positions in order, including overlapping ones. An empty run has none. */
export function findRun(run: readonly number[], all: readonly number[]): readonly number[] {
  if (run.length === 0 || run.length > all.length) return [];
  const prefixes = prefixTable(run);
  const found: number[] = [];
  let matched = 0;
  for (const [at, number] of all.entries()) {
    while (matched > 0 && run[matched] !== number) matched = prefixes[matched - 1] ?? 0;
    if (run[matched] === number) matched += 1;
    if (matched === run.length) found.push(at - run.length + 1);
  }
  return found;
}

/** Returns, for each prefix of the run, the length of the longest shorter prefix that is also its suffix. */
function prefixTable(run: readonly number[]): readonly number[] {
  const borders = [0];
  let matched = 0;
  for (let at = 1; at < run.length; at += 1) {
    while (matched > 0 && run[matched] !== run[at]) matched = borders[matched - 1] ?? 0;
    if (run[matched] === run[at]) matched += 1;
    borders.push(matched);
  }
  return borders;
}
