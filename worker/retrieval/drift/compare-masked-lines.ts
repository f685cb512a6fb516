/**
 * Compares lines except where a secret is masked. Unmasked text under a mask is never compared, so no query
 * reveals a secret.
 */

const maskCharacter = '\u2022';
/** Shorter runs of the character are list bullets. */
export const minMaskLength = 4;
const masks = new RegExp(`${maskCharacter}{${minMaskLength},}`, 'g');

/** Gives every mask the same length, so that a secret of another length is not a change. */
export function normalizeMasks(line: string): string {
  return line.includes(maskCharacter) ? line.replace(masks, maskCharacter.repeat(minMaskLength)) : line;
}

export function hasMask(line: string): boolean {
  return line.includes(maskCharacter.repeat(minMaskLength));
}

/** Returns 1 for each character that a mask covers. */
export function maskPositions(line: string): Uint8Array {
  const places = new Uint8Array(line.length);
  if (hasMask(line))
    for (const { index, 0: mask } of line.matchAll(masks)) places.fill(1, index, index + mask.length);
  return places;
}

export interface MaskedLine {
  readonly text: string;
  readonly places: Uint8Array;
}

/** Whether lines of the same length agree wherever neither is masked. */
export function equalExceptMasks(one: MaskedLine, other: MaskedLine): boolean {
  if (one.text.length !== other.text.length) return false;
  for (let at = 0; at < one.text.length; at += 1) {
    const isHidden = one.places[at] === 1 || other.places[at] === 1;
    if (!isHidden && one.text.charCodeAt(at) !== other.text.charCodeAt(at)) return false;
  }
  return true;
}
