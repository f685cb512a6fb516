/** Splits a text at the search words, ignoring case. The concatenated pieces equal the text. */

interface TextPiece {
  readonly text: string;
  readonly isMatch: boolean;
}

export function splitAtWords(text: string, words: readonly string[]): readonly TextPiece[] {
  const lowerWords = words.filter((word) => word !== '').map((word) => word.toLowerCase());
  // A letter whose lower case is longer would shift all later offsets.
  const lowerText = text.toLowerCase().length === text.length ? text.toLowerCase() : text;
  const pieces: TextPiece[] = [];
  let position = 0;
  while (position < text.length) {
    const match = findNextWord(lowerText, lowerWords, position);
    if (match === null) break;
    if (match.start > position) pieces.push({ text: text.slice(position, match.start), isMatch: false });
    pieces.push({ text: text.slice(match.start, match.end), isMatch: true });
    position = match.end;
  }
  if (position < text.length) pieces.push({ text: text.slice(position), isMatch: false });
  return pieces;
}

/** The first occurrence of any word; at the same position the longest word. */
function findNextWord(
  text: string,
  words: readonly string[],
  position: number,
): { readonly start: number; readonly end: number } | null {
  let best: { start: number; end: number } | null = null;
  for (const word of words) {
    const start = text.indexOf(word, position);
    if (start < 0) continue;
    const end = start + word.length;
    if (best === null || start < best.start || (start === best.start && end > best.end))
      best = { start, end };
  }
  return best;
}
