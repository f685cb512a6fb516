/**
 * Globs read by picomatch and run by RE2, so that no pattern can run away: `*a*a*a*b` took minutes as the backtracking
 * expression picomatch makes of it. A pattern without a slash matches a name in any folder, as in .gitignore.
 */

import picomatch from 'picomatch';
import { RE2JS } from 're2js';
import { AppError } from '../../core/errors.ts';
import type { Glob } from '../../ports/glob.ts';

const maxPatternLength = 300;
/** What picomatch 4.0.7 writes to keep `.`, `..` and the empty name from matching; no path of ours has one. RE2 cannot look around. */
const lookarounds = ['(?!(?:^|\\/)\\.{1,2}(?:\\/|$))', '(?!\\.{1,2}(?:\\/|$))', '(?=.)'];

export function createPicomatchGlob(): Glob {
  return {
    matcher(patterns) {
      if (patterns.length === 0) return () => true;
      const tests = patterns.map(compile);
      return (path) => tests.some((test) => test(path));
    },
  };
}

function compile(pattern: string): (path: string) => boolean {
  const bare = pattern.replace(/^\.?\//, '').replace(/\/+$/, '');
  if (pattern.length > maxPatternLength) {
    throw unreadable(`A path pattern is ${pattern.length} characters long; the most is ${maxPatternLength}.`);
  }
  if (bare === '') throw unreadable('A path pattern is empty.');
  if (pattern.startsWith('!'))
    throw unreadable(`The path pattern ${JSON.stringify(pattern)} excludes; patterns only include.`);
  const isRooted = bare.includes('/') || /^\.?\//.test(pattern);
  const glob = isRooted ? bare : `**/${bare}`;
  try {
    const expression = RE2JS.compile(`${sourceOf(glob)}|${sourceOf(`${glob}/**`)}`);
    return (path) => expression.test(path);
  } catch (error) {
    throw unreadable(
      `The path pattern ${JSON.stringify(pattern)} cannot be read; *, **, ?, [a-z] and {a,b} can.`,
      error,
    );
  }
}

function sourceOf(glob: string): string {
  const { source } = picomatch.makeRe(glob, { dot: true, posix: true, noextglob: true });
  return `(?:${lookarounds.reduce((rest, lookaround) => rest.replaceAll(lookaround, ''), source)})`;
}

function unreadable(message: string, cause?: unknown): AppError {
  return new AppError('invalid_request', message, { cause });
}
