/** Splits a text at the search words, ignoring case. Pure. Joined, the pieces are the text. */

interface TextPiece {
  readonly text: string;
  readonly isMatch: boolean;
}

export function splitAtWords(text: string, words: readonly string[]): readonly TextPiece[] {
  const searched = words.filter((word) => word !== '').map((word) => word.toLowerCase());
  // A letter whose lower case is longer would shift all later offsets.
  const lower = text.toLowerCase().length === text.length ? text.toLowerCase() : text;
  const pieces: TextPiece[] = [];
  let at = 0;
  while (at < text.length) {
    const next = findNextWord(lower, searched, at);
    if (next === null) break;
    if (next.start > at) pieces.push({ text: text.slice(at, next.start), isMatch: false });
    pieces.push({ text: text.slice(next.start, next.end), isMatch: true });
    at = next.end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isMatch: false });
  return pieces;
}

/** The first occurrence of any word; at the same position the longest word. */
function findNextWord(
  text: string,
  words: readonly string[],
  from: number,
): { readonly start: number; readonly end: number } | null {
  let best: { start: number; end: number } | null = null;
  for (const word of words) {
    const start = text.indexOf(word, from);
    if (start < 0) continue;
    const end = start + word.length;
    if (best === null || start < best.start || (start === best.start && end > best.end))
      best = { start, end };
  }
  return best;
}
