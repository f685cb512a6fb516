/** Signatures on one line: the file's own characters, each run of white space one blank. */

import { shorten } from './shorten.ts';

/** Longest signature kept, in UTF-16 units. */
const maxSignature = 400;

export function foldSignature(text: string): string {
  // White space is folded in a bounded stretch: a definition without a body may be a whole file.
  return shorten(
    text
      .slice(0, maxSignature * 4)
      .replaceAll(/\s+/g, ' ')
      .trim(),
    maxSignature,
  );
}
