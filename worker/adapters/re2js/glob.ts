/**
 * Compiles globs to RE2 expressions, which run in linear time. A pattern without a slash matches a name in any folder, as in .gitignore. A pattern
 * that matches a folder matches everything below it.
 */

import { RE2JS } from 're2js';
import { AppError } from '../../core/errors.ts';
import type { Glob } from '../../ports/pattern-engine.ts';

const maxPatternLength = 300;

export function createRe2Glob(): Glob {
  return {
    matcher(patterns) {
      if (patterns.length === 0) return () => true;
      const tests = patterns.map(compile);
      return (path) => tests.some((test) => test(path));
    },
  };
}

function compile(pattern: string): (path: string) => boolean {
  const trimmed = pattern.replace(/^\.?\//, '').replace(/\/+$/, '');
  if (pattern.length > maxPatternLength) {
    throw invalidPattern(
      `A path pattern is ${pattern.length} characters long; the limit is ${maxPatternLength}.`,
    );
  }
  if (trimmed === '') throw invalidPattern('A path pattern is empty.');
  if (pattern.startsWith('!'))
    throw invalidPattern(
      `The path pattern ${JSON.stringify(pattern)} starts with "!", but patterns can only include paths.`,
    );
  const isRooted = trimmed.includes('/') || /^\.?\//.test(pattern);
  try {
    // A name may contain a line break, which a dot matches only with DOTALL.
    const expression = RE2JS.compile(
      `^${isRooted ? '' : '(?:.*/)?'}${toExpression(trimmed)}(?:/.*)?$`,
      RE2JS.DOTALL,
    );
    return (path) => expression.test(path);
  } catch (error) {
    throw invalidPattern(
      `The path pattern ${JSON.stringify(pattern)} is not valid. Use *, **, ?, [a-z] and {a,b}.`,
      error,
    );
  }
}

/** Matches a class, `**` as a whole segment, a run of stars, an escape, or one character. */
const tokens =
  /\[[!^]?\]?(?:\[:\w+:\]|\\[\s\S]|[^\]\\/])*\]|(?<=^|[/{,])\*\*\/|(?<=^|\/)\*\*$|\*+|\\[\s\S]|[\s\S]/gu;

function toExpression(glob: string): string {
  let openBraces = 0;
  let source = '';
  for (const { 0: token, index } of glob.matchAll(tokens)) {
    if (token === '**/') source += '(?:.*/)?';
    else if (token === '**' && /(?:^|\/)$/.test(glob.slice(0, index)) && index + 2 === glob.length)
      source += '.*';
    else if (token.startsWith('*')) source += '[^/]*';
    else if (token === '?') source += '[^/]';
    else if (token.length > 1 && token.startsWith('[')) source += toCharacterClass(token);
    else if (token === '{' && hasAlternatives(glob.slice(index + 1))) {
      source += '(?:';
      openBraces += 1;
    } else if (token === '}' && openBraces > 0) {
      source += ')';
      openBraces -= 1;
    } else if (token === ',' && openBraces > 0) source += '|';
    else if (token === '\\') throw new SyntaxError('The pattern ends in a backslash.');
    else source += escapeCharacter(token.startsWith('\\') ? token.slice(1) : token);
  }
  return source;
}

/** Whether an opened brace is closed and contains a comma. */
function hasAlternatives(textAfterBrace: string): boolean {
  let depth = 1;
  let hasComma = false;
  for (const [token] of textAfterBrace.matchAll(/\\[\s\S]|[\s\S]/gu)) {
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    if (token === ',' && depth === 1) hasComma = true;
    if (depth === 0) return hasComma;
  }
  return false;
}

/** Converts a class such as `[!a-z]` so that it never matches a slash. */
function toCharacterClass(token: string): string {
  const isNegated = /^\[[!^]/.test(token);
  const members = token
    .slice(isNegated ? 2 : 1, -1)
    .replaceAll(/\[:\w+:\]|\\([\s\S])|[\][^&~]/gu, (member, escaped: string | undefined) =>
      member.startsWith('[:') ? member : escapeCharacter(escaped ?? member),
    );
  return isNegated ? `[^/${members}]` : `[${members}]`;
}

function escapeCharacter(character: string): string {
  return /[!-/:-@[-`{-~]/.test(character) ? `\\${character}` : character;
}

function invalidPattern(message: string, cause?: unknown): AppError {
  return new AppError('invalid_request', message, { cause });
}
