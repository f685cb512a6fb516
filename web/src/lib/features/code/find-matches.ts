/** Compiles the options of the find bar, finds all matches in a file, and looks them up by line. Pure. */

/** More matches than a user steps through. A longer list is truncated. */
const maxMatches = 50_000;

export interface MatchList {
  /** Three numbers for each match, in file order: the zero-based line, and the start and exclusive end within the line (UTF-16). */
  readonly positions: Int32Array;
  /** The file has more matches. */
  readonly truncated: boolean;
}

export function findMatches(lines: readonly string[], pattern: RegExp, max = maxMatches): MatchList {
  const positions: number[] = [];
  for (const [line, text] of lines.entries()) {
    for (const { index, 0: match } of text.matchAll(pattern)) {
      if (match === '') continue;
      if (positions.length === 3 * max) return { positions: Int32Array.from(positions), truncated: true };
      positions.push(line, index, index + match.length);
    }
  }
  return { positions: Int32Array.from(positions), truncated: false };
}

interface LineMatch {
  /** The zero-based position among all matches. */
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/** The matches on one zero-based line. */
export function matchesOnLine({ positions }: MatchList, line: number): readonly LineMatch[] {
  const matches: LineMatch[] = [];
  for (let index = findFirstMatchFrom({ positions }, line); positions[3 * index] === line; index += 1)
    matches.push({ index, start: positions[3 * index + 1] ?? 0, end: positions[3 * index + 2] ?? 0 });
  return matches;
}

/** The index of the first match on or after a zero-based line; the number of matches if no match follows. */
export function findFirstMatchFrom({ positions }: Pick<MatchList, 'positions'>, line: number): number {
  return findFirstIndex(positions.length / 3, (index) => (positions[3 * index] ?? 0) >= line);
}

/** Finds the first index that satisfies a condition, by binary search. All later indexes must satisfy it too. Returns `count` for none. */
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

/** Compiles the options to an expression that is matched on each line. Users see an invalid pattern while they type, so it does not throw. */
export function compileFindPattern(options: FindOptions): FindPattern {
  if (options.text === '') return { kind: 'empty' };
  const source = options.regex ? options.text : options.text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const flags = options.matchCase ? 'gu' : 'giu';
  try {
    // Compiled without the group first, since the group could make an invalid pattern valid.
    const ungrouped = new RegExp(source, flags);
    const [wordStart, wordEnd] = [`(?<!${wordCharacter})`, `(?!${wordCharacter})`];
    const pattern = options.wholeWord ? new RegExp(`${wordStart}(?:${source})${wordEnd}`, flags) : ungrouped;
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
