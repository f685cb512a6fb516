/** Globs by picomatch. A pattern without a slash matches a name in any folder, as in .gitignore. */

import picomatch from 'picomatch';
import { AppError } from '../../core/errors.ts';
import type { Glob } from '../../ports/glob.ts';

const maxPatternLength = 300;

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
  if (pattern.length > maxPatternLength) {
    throw new AppError(
      'invalid_request',
      `A path pattern is ${pattern.length} characters long; the most is ${maxPatternLength}.`,
    );
  }
  const anchored = pattern.replace(/^\.?\//, '').replace(/\/$/, '/**');
  try {
    return picomatch(
      anchored.includes('/') ? [anchored, `${anchored}/**`] : [`**/${anchored}`, `**/${anchored}/**`],
      { dot: true },
    );
  } catch (error) {
    throw new AppError('invalid_request', `The path pattern ${JSON.stringify(pattern)} cannot be read.`, {
      cause: error,
    });
  }
}
