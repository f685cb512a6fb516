/**
 * Regular expressions over lines of text. A search takes linear time, which can still be long. It yields `undefined` every few
 * milliseconds, so that the caller can let other requests run or stop the search.
 */
export interface PatternEngine {
  /** @throws AppError `invalid_pattern` with the reason, also if the compiled program is too large */
  compile(pattern: string, options: { ignoreCase: boolean }): LinePattern;
}

export interface LinePattern {
  /** The lines of a text that match, in order. Line ends, `\r\n` or `\n`, are not part of a line. */
  lines(text: string): Iterable<LineMatch | undefined>;
  /**
   * Non-empty matches in a line that begin before the offset `before`, from left to right, in UTF-16 offsets with `end` exclusive. The
   * search of a very long line may stop early, after the first matches.
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

/** Glob patterns over paths, with `**` as in .gitignore. */
export interface Glob {
  /** A function that tests paths. @throws AppError `invalid_request` for an invalid pattern */
  matcher(patterns: readonly string[]): (path: string) => boolean;
}
