/** Compiles the options of the find bar, finds all matches in a file, and looks them up by line. Pure. */

/** More than anyone steps through. The result states that it is truncated. */
const maxMatches = 50_000;

export interface MatchList {
  /** Three numbers for each match, in file order: the zero-based line, and the start and exclusive end in it (UTF-16). */
  readonly places: Int32Array;
  /** The file has more matches. */
  readonly truncated: boolean;
}

export function findMatches(lines: readonly string[], pattern: RegExp, max = maxMatches): MatchList {
  const places: number[] = [];
  for (const [line, text] of lines.entries()) {
    for (const { index, 0: match } of text.matchAll(pattern)) {
      if (match === '') continue;
      if (places.length === 3 * max) return { places: Int32Array.from(places), truncated: true };
      places.push(line, index, index + match.length);
    }
  }
  return { places: Int32Array.from(places), truncated: false };
}

interface MatchPlace {
  /** The zero-based position among all matches. */
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/** The matches on one zero-based line. */
export function matchesOnLine({ places }: MatchList, line: number): readonly MatchPlace[] {
  const matches: MatchPlace[] = [];
  for (let index = findFirstMatchFrom({ places }, line); places[3 * index] === line; index += 1)
    matches.push({ index, start: places[3 * index + 1] ?? 0, end: places[3 * index + 2] ?? 0 });
  return matches;
}

/** The first match on or after a zero-based line; the number of matches if no match follows. */
export function findFirstMatchFrom({ places }: Pick<MatchList, 'places'>, line: number): number {
  return findFirstIndex(places.length / 3, (index) => (places[3 * index] ?? 0) >= line);
}

/** Binary search for the first index that satisfies a condition, which all later ones must satisfy too. Returns `count` for none. */
export function findFirstIndex(count: number, isSatisfied: (index: number) => boolean): number {
  let first = 0;
  let end = count;
  while (first < end) {
    const middle = (first + end) >> 1;
    if (isSatisfied(middle)) end = middle;
    else first = middle + 1;
  }
  return first;
}

export interface FindOptions {
  readonly text: string;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
  readonly regex: boolean;
}

const wordCharacter = String.raw`[\p{L}\p{N}_]`;

type FindPattern =
  | { readonly kind: 'pattern'; readonly pattern: RegExp }
  | { readonly kind: 'empty' }
  | { readonly kind: 'invalid'; readonly reason: string };

/** Compiles the options to an expression that is tried on each line. An invalid pattern is a value, since users see it while they type. */
export function compileFindPattern(options: FindOptions): FindPattern {
  if (options.text === '') return { kind: 'empty' };
  const source = options.regex ? options.text : options.text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const flags = options.matchCase ? 'gu' : 'giu';
  try {
    // Compiled alone first, since the added group could make an invalid pattern valid.
    const alone = new RegExp(source, flags);
    const [before, after] = [`(?<!${wordCharacter})`, `(?!${wordCharacter})`];
    const pattern = options.wholeWord ? new RegExp(`${before}(?:${source})${after}`, flags) : alone;
    return { kind: 'pattern', pattern };
  } catch (thrown) {
    return { kind: 'invalid', reason: formatReason(thrown) };
  }
}

/** Keeps only the end of `Invalid regular expression: /(/gu: Unterminated group`. */
function formatReason(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return message.slice(message.lastIndexOf(': ') + 1).trim() || message;
}
