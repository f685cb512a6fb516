/**
 * Lines that differ in what is masked alone count as the same: what is a secret is told by rules, which change, and a secret that
 * was replaced says nothing of the line that holds it. Nothing unmasked is compared, so that no question tells what a mask hides.
 */

const maskCharacter = '\u2022';
/** A mask is at least so long; shorter, it is the sign before an item of a list. */
export const shortestMask = 4;
const masks = new RegExp(`${maskCharacter}{${shortestMask},}`, 'g');

/** The line with every mask of one length: a secret replaced by another of another length changes nothing. */
export function withEvenMasks(line: string): string {
  return line.includes(maskCharacter) ? line.replace(masks, maskCharacter.repeat(shortestMask)) : line;
}

export function hasMask(line: string): boolean {
  return line.includes(maskCharacter.repeat(shortestMask));
}

/** 1 at each place of a line that a mask covers. */
export function maskedPlaces(line: string): Uint8Array {
  const places = new Uint8Array(line.length);
  if (hasMask(line))
    for (const { index, 0: mask } of line.matchAll(masks)) places.fill(1, index, index + mask.length);
  return places;
}

export interface MaskedLine {
  readonly text: string;
  readonly places: Uint8Array;
}

/** Whether lines of one length agree wherever neither is masked. */
export function isSameButForMasks(one: MaskedLine, other: MaskedLine): boolean {
  if (one.text.length !== other.text.length) return false;
  for (let at = 0; at < one.text.length; at += 1) {
    const isHidden = one.places[at] === 1 || other.places[at] === 1;
    if (!isHidden && one.text.charCodeAt(at) !== other.text.charCodeAt(at)) return false;
  }
  return true;
}
