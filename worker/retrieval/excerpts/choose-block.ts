/** Chooses the consecutive lines of a definition whose scores are highest: a block that can be quoted alone. */

import { maxLineLength, measureIndent, type DescribedLine } from './describe-lines.ts';

export interface ScoredLine extends DescribedLine {
  /** The probability that the line is part of the answer, 0 to 1. */
  readonly score: number;
}

export interface Block {
  readonly startLine: number;
  readonly endLine: number;
  /** The sum of the scores of its lines above the threshold. */
  readonly score: number;
}

interface BlockLimits {
  readonly minLines: number;
  readonly maxLines: number;
  /** Lines with a lower score count against the block. */
  readonly threshold: number;
}

/** Cost of each line that a block has too few. */
const shortCost = 0.15;
/** Cost of a block that begins deeper than one of its later lines: in the middle of a statement. */
const insideCost = 0.25;
/** Cost of a block whose last line opens a statement. */
const openCost = 0.3;
const opensStatement = /(?::|\bdo|\bthen|[{([])\s*$/;
/** Lines by which completing a statement may exceed the limit. */
const maxCompletion = 3;
/** Characters of a block. A longer one is no readable quotation, and a claim holds at most 4,000. */
const maxLength = 3_000;
/** A line that continues the statement above it at the same depth. */
const continuesStatement =
  /^\s*(?:[})\]]|(?:else|elif|elsif|elseif|except|rescue|ensure|catch|finally|case|when|default)\b)/;

/**
 * @param lines of one definition, in order
 * @returns undefined if no line can begin a block
 */
export function chooseBlock(lines: readonly ScoredLine[], limits: BlockLimits): Block | undefined {
  const hasBody = lines.some(isBodyLine);
  let best: { readonly start: number; readonly end: number; readonly score: number } | undefined;
  for (let start = 0; start < lines.length; start += 1) {
    if (!canBegin(lines, start)) continue;
    let sum = 0;
    let minIndent = Infinity;
    for (let end = start; end < Math.min(lines.length, start + limits.maxLines); end += 1) {
      const line = lines[end];
      if (line === undefined || isLongComment(lines, end) || !fitsClaim(lines, start, end)) break;
      sum += line.kind === 'blank' ? -limits.threshold / 2 : line.score - limits.threshold;
      if (line.kind === 'blank') continue;
      if (hasBody && !lines.slice(start, end + 1).some(isBodyLine)) continue;
      minIndent = Math.min(minIndent, indentOf(line));
      const missing = Math.max(0, limits.minLines - (end - start + 1));
      const cutCost =
        (indentOf(lines[start]) > minIndent ? insideCost : 0) +
        (opensStatement.test(line.text) ? openCost : 0);
      const score = sum - shortCost * missing - cutCost;
      if (best === undefined || score > best.score) best = { start, end, score };
    }
  }
  if (best === undefined) return undefined;
  const { start, end } = completeStatement(lines, best, limits.maxLines);
  const [first, last] = [lines[start], lines[end]];
  return first && last && { startLine: first.line, endLine: last.line, score: best.score };
}

/** Whether the line is code after the signature, which alone answers nothing. */
export function isBodyLine({ kind, features }: ScoredLine): boolean {
  return kind === 'code' && features['isSignature'] !== 1;
}

function canBegin(lines: readonly ScoredLine[], index: number): boolean {
  const line = lines[index];
  return (
    line !== undefined && line.kind !== 'blank' && line.kind !== 'closing' && !isLongComment(lines, index)
  );
}

function fitsClaim(lines: readonly ScoredLine[], start: number, end: number): boolean {
  const lengths = lines.slice(start, end + 1).map(({ text }) => text.length);
  return (
    lengths.every((length) => length < maxLineLength) &&
    lengths.reduce((sum, length) => sum + length, 0) <= maxLength
  );
}

/** Longer comments are quoted by their sentences, not as code. */
const maxCommentLines = 6;

/** Whether the line is part of documentation, or of a comment too long for a block. */
function isLongComment(lines: readonly ScoredLine[], index: number): boolean {
  const isComment = (at: number): boolean => lines[at]?.kind === 'comment';
  if (!isComment(index)) return false;
  if (lines[index]?.isDocumentation === true) return true;
  let [first, last] = [index, index];
  while (isComment(first - 1)) first -= 1;
  while (isComment(last + 1)) last += 1;
  return last - first + 1 > maxCommentLines;
}

/** Adds the lines that open or close a statement that the block cuts. */
function completeStatement(
  lines: readonly ScoredLine[],
  { start, end }: { readonly start: number; readonly end: number },
  maxLines: number,
): { readonly start: number; readonly end: number } {
  const room = (from: number, to: number): boolean =>
    to - from + 1 <= maxLines + maxCompletion && fitsClaim(lines, from, to);
  let [first, last] = [start, end];
  for (let above = start - 1; continuesStatement.test(lines[first]?.text ?? '') && above >= 0; above -= 1) {
    if (!room(above, last)) return { start, end: last };
    if (indentOf(lines[above]) <= indentOf(lines[start]) && lines[above]?.kind !== 'blank') first = above;
  }
  while (isShortComment(lines, first - 1) && room(first - 1, last)) first -= 1;
  while (opensMore(lines.slice(first, last + 1)) && last + 1 < lines.length && room(first, last + 1))
    last += 1;
  while (last > first && endsNothing(lines[last])) last -= 1;
  return { start: first, end: last };
}

/** A comment at the end of a block introduces code that the block does not show. */
function endsNothing(line: ScoredLine | undefined): boolean {
  return line?.kind === 'blank' || line?.kind === 'comment';
}

function isShortComment(lines: readonly ScoredLine[], index: number): boolean {
  return lines[index]?.kind === 'comment' && !isLongComment(lines, index);
}

/** Whether the lines open more brackets than they close. */
function opensMore(lines: readonly ScoredLine[]): boolean {
  let depth = 0;
  for (const { text, kind } of lines) {
    if (kind === 'comment') continue;
    for (const character of text.replaceAll(/"[^"]*"|'[^']*'/g, '')) {
      if ('([{'.includes(character)) depth += 1;
      if (')]}'.includes(character)) depth = Math.max(0, depth - 1);
    }
  }
  return depth > 0;
}

function indentOf(line: ScoredLine | undefined): number {
  return measureIndent(line?.text ?? '');
}
