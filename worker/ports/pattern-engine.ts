/** Regular expressions that cannot run away: time linear in the text. */
export interface PatternEngine {
  /** @throws AppError `invalid_pattern` saying what is wrong with it. */
  compile(pattern: string, options: { ignoreCase: boolean }): { test(line: string): boolean };
}
