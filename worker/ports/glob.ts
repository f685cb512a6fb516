/** Glob patterns over paths, as in .gitignore's `**` dialect. */
export interface Glob {
  /** A test of paths; @throws AppError `invalid_request` when a pattern cannot be read. */
  matcher(patterns: readonly string[]): (path: string) => boolean;
}
