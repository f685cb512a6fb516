/**
 * Masks secrets in outgoing text. The result has the same length and line breaks, so offsets and line numbers stay valid. Hashes cover
 * the unmasked text.
 */

import type { SecretMask } from '../files/file.ts';

/** One UTF-16 unit, so that offsets stay valid. */
const maskCharacter = '\u2022';

/** Whether any part of the text is masked. */
export function isMasked(text: string): boolean {
  return text.includes(maskCharacter);
}

/**
 * Replaces every masked character except line breaks with a bullet.
 * @param masks offsets into the file, in order, without overlaps
 * @param offset offset of the text in the file, if it is a part of it
 */
export function maskText(text: string, masks: readonly SecretMask[], offset = 0): string {
  const pieces: string[] = [];
  let done = 0;
  for (const mask of masks) {
    const start = Math.max(mask.start - offset, done);
    const end = Math.min(mask.end - offset, text.length);
    if (end <= start) continue;
    pieces.push(text.slice(done, start), text.slice(start, end).replace(/[^\r\n]/g, maskCharacter));
    done = end;
  }
  return done === 0 ? text : pieces.join('') + text.slice(done);
}
