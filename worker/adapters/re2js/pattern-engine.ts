/** Regular expressions in RE2's syntax: no back-references and no look-around, and so time linear in the text. */

import { RE2JS } from 're2js';
import { AppError } from '../../core/errors.ts';
import type { LinePattern, PatternEngine } from '../../ports/pattern-engine.ts';

export function createRe2PatternEngine(): PatternEngine {
  return {
    compile(pattern, options) {
      const compiled = compile(pattern, options.ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
      return { test: (line) => compiled.matcher(line).find(), ranges: (line) => rangesIn(compiled, line) };
    },
  };
}

function rangesIn(compiled: RE2JS, line: string): ReturnType<LinePattern['ranges']> {
  const matcher = compiled.matcher(line);
  const ranges: { start: number; end: number }[] = [];
  while (matcher.find()) {
    const [start, end] = [matcher.start(), matcher.end()];
    if (end > start) ranges.push({ start, end });
  }
  return ranges;
}

function compile(pattern: string, flags: number): RE2JS {
  try {
    return RE2JS.compile(pattern, flags);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError(
      'invalid_pattern',
      // As it was typed: quoted as JSON its backslashes would be doubled.
      `The pattern ${pattern} cannot be read: ${reason}.`,
      { cause: error },
    );
  }
}
