/**
 * Splits lines of code or prose into blocks that can be shown alone. A block begins where a statement or paragraph begins, which is read from
 * blank lines and indentation, so that it works for every language.
 */

import { countTokens } from '../../core/text/tokens.ts';

/** 1-based, inclusive. */
export interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
}

/** A line that closes or continues the statement above it. */
const continuation =
  /^\s*(?:[)\]}>;,.?:&|]|\{\s*$|(?:end|else|elif|elsif|elseif|except|rescue|ensure|catch|finally|then|do|until)\b)/;
/** Deeper nesting is split at any line. */
const maxDepth = 12;
/** Lines of a block that has no inner structure, such as a table. */
const maxPlainLines = 30;
const tabWidth = 4;

/**
 * @param lines all lines of the file
 * @param maxTokens larger blocks are split further
 * @returns consecutive blocks that cover the range
 */
export function splitBlocks(
  lines: readonly string[],
  range: LineRange,
  maxTokens: number,
): readonly LineRange[] {
  return splitRange(lines, range, { maxTokens, depth: 0 });
}

interface Splitting {
  readonly maxTokens: number;
  readonly depth: number;
}

function splitRange(lines: readonly string[], range: LineRange, splitting: Splitting): readonly LineRange[] {
  const { maxTokens } = splitting;
  const paragraphs = splitAt(range, findStarts(lines, range, true));
  return paragraphs.flatMap((paragraph) => {
    if (count(lines, paragraph) <= maxTokens) return [paragraph];
    const statements = splitAt(paragraph, findStarts(lines, paragraph, false));
    const small = joinSmall(lines, statements, maxTokens);
    return small.flatMap((statement) =>
      count(lines, statement) <= maxTokens ? [statement] : splitStatement(lines, statement, splitting),
    );
  });
}

/** Splits a long statement into its first line and the blocks below it. */
function splitStatement(
  lines: readonly string[],
  { startLine, endLine }: LineRange,
  { maxTokens, depth }: Splitting,
): readonly LineRange[] {
  if (startLine === endLine) return [{ startLine, endLine }];
  if (depth >= maxDepth) return splitPlain({ startLine, endLine });
  const first = { startLine, endLine: startLine };
  const inner = splitRange(lines, { startLine: startLine + 1, endLine }, { maxTokens, depth: depth + 1 });
  const [next, ...others] = inner;
  if (next === undefined) return [first];
  const joined = { startLine, endLine: next.endLine };
  return count(lines, joined) <= maxTokens ? [joined, ...others] : [first, next, ...others];
}

function splitPlain({ startLine, endLine }: LineRange): readonly LineRange[] {
  const starts: number[] = [];
  for (let line = startLine; line <= endLine; line += maxPlainLines) starts.push(line);
  return splitAt({ startLine, endLine }, starts);
}

/** Finds the lines where a block may begin: with the least indentation and, if `afterBlank`, below a blank line. */
function findStarts(
  lines: readonly string[],
  { startLine, endLine }: LineRange,
  afterBlank: boolean,
): readonly number[] {
  let base = Infinity;
  for (let line = startLine; line <= endLine; line += 1)
    base = Math.min(base, measureIndent(lines[line - 1] ?? ''));
  const starts: number[] = [];
  for (let line = startLine + 1; line <= endLine; line += 1) {
    const text = lines[line - 1] ?? '';
    if (isBlank(text) || measureIndent(text) > base || continuation.test(text)) continue;
    if (!afterBlank || isBlank(lines[line - 2] ?? '')) starts.push(line);
  }
  return starts;
}

function splitAt({ startLine, endLine }: LineRange, starts: readonly number[]): readonly LineRange[] {
  const all = [...new Set([startLine, ...starts])];
  return all.map((start, index) => ({ startLine: start, endLine: (all[index + 1] ?? endLine + 1) - 1 }));
}

/** Joins consecutive statements as long as they fit together. */
function joinSmall(
  lines: readonly string[],
  statements: readonly LineRange[],
  maxTokens: number,
): readonly LineRange[] {
  const joined: LineRange[] = [];
  for (const statement of statements) {
    const last = joined.at(-1);
    const both = last && { startLine: last.startLine, endLine: statement.endLine };
    if (both !== undefined && count(lines, both) <= maxTokens / 2) joined.splice(-1, 1, both);
    else joined.push(statement);
  }
  return joined;
}

function count(lines: readonly string[], { startLine, endLine }: LineRange): number {
  let tokens = 0;
  for (let line = startLine; line <= endLine; line += 1) tokens += countTokens(lines[line - 1] ?? '');
  return tokens;
}

/** The width of the white space at the beginning; infinite for a blank line. */
function measureIndent(text: string): number {
  let width = 0;
  for (const character of text) {
    if (character === ' ') width += 1;
    else if (character === '\t') width += tabWidth;
    else return character === '\n' || character === '\r' ? Infinity : width;
  }
  return Infinity;
}

export function isBlank(text: string): boolean {
  return text.trim() === '';
}
