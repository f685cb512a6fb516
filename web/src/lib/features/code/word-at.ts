/** The identifier at a place of a line. Letters and digits of any script, `_` and `$`, as most languages have it. */

interface LineWord {
  readonly name: string;
  /** Offsets in UTF-16, end exclusive. */
  readonly start: number;
  readonly end: number;
}

/** No name is longer; a line may be. */
const maxLength = 200;
const identifier = /[\p{L}_$][\p{L}\p{N}\p{M}_$]*/gu;

/** Every identifier of a line, in order; of a line as long as a file no more than `most`. */
export function wordsOf(line: string, most = 1000): readonly LineWord[] {
  const words: LineWord[] = [];
  for (const { 0: name, index } of line.matchAll(identifier)) {
    if (words.length >= most) break;
    if (name.length <= maxLength) words.push({ name, start: index, end: index + name.length });
  }
  return words;
}

/** The word an offset lies in or at the end of; null where there is none. */
export function wordAt(line: string, offset: number): LineWord | null {
  const from = Math.max(0, offset - maxLength);
  const words = wordsOf(line.slice(from, offset + maxLength)).map((word) => shift(word, from));
  return (
    words.find(({ start, end }) => start <= offset && offset < end) ??
    words.find(({ end }) => end === offset) ??
    null
  );
}

function shift({ name, start, end }: LineWord, by: number): LineWord {
  return { name, start: start + by, end: end + by };
}
