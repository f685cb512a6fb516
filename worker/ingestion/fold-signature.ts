/** Signatures on one line: the file's own characters, each run of white space one blank. */

/** Longest signature kept, in UTF-16 units. */
const maxSignature = 400;

export function foldSignature(text: string): string {
  const folded = text
    .slice(0, maxSignature * 4)
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (folded.length <= maxSignature) return folded;
  const cut = folded.slice(0, maxSignature);
  return cut.slice(0, Math.max(cut.lastIndexOf(' '), maxSignature / 2));
}
