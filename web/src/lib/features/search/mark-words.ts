/** A path cut where it holds one of the words looked for, letter case ignored; joined the pieces are the path. */

interface WordPiece {
  readonly text: string;
  readonly found: boolean;
}

export function markWords(text: string, words: readonly string[]): readonly WordPiece[] {
  const wanted = words.filter((word) => word !== '').map((word) => word.toLowerCase());
  // A letter whose small form is longer would shift every place after it.
  const lower = text.toLowerCase().length === text.length ? text.toLowerCase() : text;
  const pieces: WordPiece[] = [];
  let at = 0;
  while (at < text.length) {
    const next = nextWord(lower, wanted, at);
    if (next === null) break;
    if (next.start > at) pieces.push({ text: text.slice(at, next.start), found: false });
    pieces.push({ text: text.slice(next.start, next.end), found: true });
    at = next.end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), found: false });
  return pieces;
}

/** The first place of any word, the longest of those that begin there. */
function nextWord(
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
