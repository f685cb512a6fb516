/** Finds a run of numbers in a sequence (Knuth-Morris-Pratt), in linear time. */

/** Its places, in order; overlapping ones too. None of an empty run. */
export function findRun(run: readonly number[], all: readonly number[]): readonly number[] {
  if (run.length === 0 || run.length > all.length) return [];
  const borders = bordersOf(run);
  const found: number[] = [];
  let matched = 0;
  for (const [at, number] of all.entries()) {
    while (matched > 0 && run[matched] !== number) matched = borders[matched - 1] ?? 0;
    if (run[matched] === number) matched += 1;
    if (matched === run.length) found.push(at - run.length + 1);
  }
  return found;
}

/** For each beginning of the run, the length of the longest shorter one that it ends in. */
function bordersOf(run: readonly number[]): readonly number[] {
  const borders = [0];
  let matched = 0;
  for (let at = 1; at < run.length; at += 1) {
    while (matched > 0 && run[matched] !== run[at]) matched = borders[matched - 1] ?? 0;
    if (run[matched] === run[at]) matched += 1;
    borders.push(matched);
  }
  return borders;
}
