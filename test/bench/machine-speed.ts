/**
 * How fast this machine is just now: one fixed loop over whole numbers, in milliseconds. A machine shared with others can be several
 * times slower than it was a minute ago, so a figure of time says little without it.
 */

const rounds = 50_000_000;
/** The middle one counts. */
const runs = 3;

export function machineSpeed(): number {
  const times = Array.from({ length: runs }, timeLoop).sort((left, right) => left - right);
  return Math.round(times[Math.floor(runs / 2)] ?? 0);
}

function timeLoop(): number {
  const startedAt = performance.now();
  let sum = 0;
  for (let round = 0; round < rounds; round += 1) sum = (Math.imul(sum, 31) + round) | 0;
  // Told to nobody, yet a loop whose result is dropped may be left out.
  if (sum === 1.5) throw new Error('A whole number is whole.');
  return performance.now() - startedAt;
}
