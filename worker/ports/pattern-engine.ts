/** Regular expressions that cannot run away: time linear in the text. */
export interface PatternEngine {
  /** @throws AppError `invalid_pattern` saying what is wrong with it. */
  compile(pattern: string, options: { ignoreCase: boolean }): LinePattern;
}

export interface LinePattern {
  test(line: string): boolean;
  /** Where it matches, from left to right; matches of nothing left out. UTF-16 offsets, end exclusive. */
  ranges(line: string): readonly { readonly start: number; readonly end: number }[];
}
