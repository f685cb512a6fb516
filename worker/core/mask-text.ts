/**
 * Hides secrets in text on its way out. The result has the same length and the same line breaks, so every offset and
 * line number still holds; hashes are over the text as it was.
 */

import type { SecretMask } from './file.ts';

/** One UTF-16 unit, so that offsets stay. */
const maskCharacter = '\u2022';

/** Whether something in it is masked. */
export function isMasked(text: string): boolean {
  return text.includes(maskCharacter);
}

/**
 * The text with every masked character but line breaks replaced by a bullet.
 * @param masks offsets into the file, in order, not overlapping.
 * @param offset where in the file the text begins, when it is a part of it.
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
