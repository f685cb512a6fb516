/**
 * Regular expressions over the lines of texts. A search takes time linear in the text, and that can still be long: it is an iteration
 * that yields `undefined` after every slice of some milliseconds, where the caller can let other requests run or stop.
 */
export interface PatternEngine {
  /** @throws AppError `invalid_pattern` that says what is wrong with it, also when it compiles to too large a program. */
  compile(pattern: string, options: { ignoreCase: boolean }): LinePattern;
}

export interface LinePattern {
  /** The lines of a text that match, in order. Line ends, `\r\n` or `\n`, are not part of a line. */
  lines(text: string): Iterable<LineMatch | undefined>;
  /**
   * Where it matches in a line, from left to right, without empty matches: those that begin before the offset `before`. In UTF-16 offsets, `end`
   * exclusive. A search of a very long line may give up; it then has yielded the first ones.
   */
  ranges(line: string, before: number): Iterable<TextRange | undefined>;
}

export interface LineMatch {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

interface TextRange {
  readonly start: number;
  readonly end: number;
}
