/**
 * Lines that differ in what is masked alone count as the same: what is a secret is told by rules, which change, and a secret that
 * was replaced says nothing of the line that holds it. Nothing unmasked is compared, so that no question tells what a mask hides.
 */

const maskCharacter = '\u2022';
/** A mask is at least so long; shorter, it is the sign before an item of a list. */
const shortestMask = 4;
const masks = new RegExp(`${maskCharacter}{${shortestMask},}`, 'g');

/** The line with every mask of one length: a secret replaced by another of another length changes nothing. */
export function withEvenMasks(line: string): string {
  return line.includes(maskCharacter) ? line.replace(masks, maskCharacter.repeat(shortestMask)) : line;
}

export function hasMask(line: string): boolean {
  return line.includes(maskCharacter.repeat(shortestMask));
}

/** Whether lines of one length agree wherever neither is masked. */
export function isSameButForMasks(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1)
    if (one[at] !== other[at] && !isMasked(one, at) && !isMasked(other, at)) return false;
  return true;
}

function isMasked(line: string, at: number): boolean {
  if (line[at] !== maskCharacter) return false;
  let [first, last] = [at, at];
  while (at - first < shortestMask && line[first - 1] === maskCharacter) first -= 1;
  while (last - at < shortestMask && line[last + 1] === maskCharacter) last += 1;
  return last - first + 1 >= shortestMask;
}
