/**
 * Compares lines except where either one masks a secret. The text under a mask is never compared, so no query
 * reveals a secret.
 */

const maskCharacter = '\u2022';
/** Shorter runs of the character are list bullets. */
export const minMaskLength = 4;
const maskPattern = new RegExp(`${maskCharacter}{${minMaskLength},}`, 'g');

/** Sets every mask to the same length, so that a secret of another length is not a change. */
export function normalizeMasks(line: string): string {
  return line.includes(maskCharacter) ? line.replace(maskPattern, maskCharacter.repeat(minMaskLength)) : line;
}

export function hasMask(line: string): boolean {
  return line.includes(maskCharacter.repeat(minMaskLength));
}

/** Returns 1 for each character that a mask covers. */
export function findMaskedPositions(line: string): Uint8Array {
  const maskedPositions = new Uint8Array(line.length);
  if (hasMask(line))
    for (const { index, 0: mask } of line.matchAll(maskPattern))
      maskedPositions.fill(1, index, index + mask.length);
  return maskedPositions;
}

export interface MaskedLine {
  readonly text: string;
  readonly maskedPositions: Uint8Array;
}

/** Whether lines of the same length agree wherever neither is masked. */
export function areEqualExceptMasks(one: MaskedLine, other: MaskedLine): boolean {
  if (one.text.length !== other.text.length) return false;
  for (let at = 0; at < one.text.length; at += 1) {
    const isHidden = one.maskedPositions[at] === 1 || other.maskedPositions[at] === 1;
    if (!isHidden && one.text.charCodeAt(at) !== other.text.charCodeAt(at)) return false;
  }
  return true;
}
