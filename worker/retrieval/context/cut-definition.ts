/**
 * Cuts a definition that is too long to show whole: its header, and the blocks that match the words of the question. Blocks are whole
 * statements or paragraphs.
 */

import { containsWord, type QuestionTerm } from '../../core/answers/question.ts';
import { extractTerms } from '../../core/text/terms.ts';
import { countTokens } from '../../core/text/tokens.ts';
import { readLines, type ReadableDefinition } from './readable-definition.ts';
import { isBlank, splitBlocks, type LineRange } from './split-blocks.ts';

export interface CutOptions {
  readonly terms: readonly QuestionTerm[];
  /** Maximum tokens of the text of all pieces. */
  readonly maxTokens: number;
  /** Maximum number of pieces besides the header; 0 for the header alone. */
  readonly maxWindows: number;
  /** Lines that are shown already. */
  readonly shown: readonly LineRange[];
}

/** Maximum fraction of the tokens for the header: the signature, and as much of the documentation as fits. */
const headFraction = 0.5;
/** Fraction of the tokens in one block. */
const blockFraction = 0.35;
/** A match of the ranking counts as much as this many words that only one block contains. */
const matchWeight = 0.5;
/** Kinds that are cut without regard to the definitions inside them. */
const undividedKinds: ReadonlySet<string> = new Set(['function', 'method', 'text']);
/** Blocks with this many lines between them are shown as one. */
const maxGap = 3;

/** @returns disjoint ranges in order; empty if not even the first line fits */
export function cutDefinition(definition: ReadableDefinition, options: CutOptions): readonly LineRange[] {
  const { fileLines } = definition;
  const head = cutHead(definition, options.maxTokens * headFraction);
  if (head === undefined) return [];
  const isContainer = definition.members.length > 0 && !['function', 'text'].includes(definition.kind);
  const rest = { startLine: head.endLine + 1, endLine: definition.endLine };
  const isHeadOnly = options.maxWindows === 0 || rest.startLine > rest.endLine;
  const blocks = isHeadOnly ? [] : listBlocks(definition, rest, options);
  const scored = scoreBlocks(definition, blocks, options.terms)
    .filter(({ block, score }) => score > 0 && !overlapsAny(block, options.shown))
    .toSorted((a, b) => b.score - a.score);
  let remaining = options.maxTokens - count(fileLines, head);
  let pieces: readonly LineRange[] = [head];
  for (const { block } of scored) {
    const tokens = count(fileLines, block);
    if (tokens > remaining) continue;
    const more = joinNear([...pieces, block], isContainer ? 1 : maxGap);
    if (more.length > options.maxWindows + 1) continue;
    remaining -= tokens;
    pieces = more;
  }
  return pieces
    .flatMap((piece) => subtract(piece, options.shown))
    .map((piece) => trimBlank(fileLines, piece))
    .filter(({ startLine, endLine }) => startLine <= endLine);
}

/** The lines up to the first member for a type, and up to the body for a function. */
function cutHead(
  { fileLines, startLine, headEndLine, endLine, members, kind }: ReadableDefinition,
  maxTokens: number,
): LineRange | undefined {
  const firstMember = undividedKinds.has(kind) ? undefined : members[0];
  const wanted = Math.min(endLine, Math.max(headEndLine, (firstMember?.startLine ?? 0) - 1));
  let tokens = 0;
  for (let line = startLine; line <= wanted; line += 1) {
    tokens += countTokens(fileLines[line - 1] ?? '');
    if (tokens > maxTokens) return line === startLine ? undefined : { startLine, endLine: line - 1 };
  }
  return { startLine, endLine: wanted };
}

/** Members are blocks of their own, so that a shown one is complete. */
function listBlocks(
  { fileLines, members, kind }: ReadableDefinition,
  { startLine, endLine }: LineRange,
  { maxTokens }: CutOptions,
): readonly LineRange[] {
  const blocks: LineRange[] = [];
  const split = (range: LineRange): void => {
    if (range.startLine <= range.endLine)
      blocks.push(...splitBlocks(fileLines, range, maxTokens * blockFraction));
  };
  let next = startLine;
  for (const member of undividedKinds.has(kind) ? [] : members) {
    if (member.startLine < next || member.endLine > endLine) continue;
    split({ startLine: next, endLine: member.startLine - 1 });
    if (count(fileLines, member) <= maxTokens * (1 - headFraction)) blocks.push(member);
    else split(member);
    next = member.endLine + 1;
  }
  split({ startLine: next, endLine });
  return blocks;
}

interface ScoredBlock {
  readonly block: LineRange;
  readonly score: number;
}

/** A word counts less if many blocks contain it. */
function scoreBlocks(
  { fileLines, matches }: ReadableDefinition,
  blocks: readonly LineRange[],
  terms: readonly QuestionTerm[],
): readonly ScoredBlock[] {
  const found = blocks.map((block) => {
    const words = new Set(extractTerms(readLines(fileLines, block)));
    return terms.map((term) => containsWord(words, term));
  });
  const weights = terms.map((_, index) => {
    const containing = found.filter((contained) => contained[index] === true).length;
    return containing === 0 ? 0 : 1 / containing;
  });
  return blocks.map((block, at) => {
    const words = weights.reduce((sum, weight, index) => sum + (found[at]?.[index] === true ? weight : 0), 0);
    const matching = matches.filter((match) => overlaps(match, block)).length;
    return { block, score: words + (matching > 0 ? matchWeight : 0) };
  });
}

/** Sorts the ranges, and joins those with at most `gap` lines between them. */
export function joinNear(ranges: readonly LineRange[], gap: number): readonly LineRange[] {
  const joined: LineRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.startLine - b.startLine)) {
    const last = joined.at(-1);
    if (last !== undefined && range.startLine - last.endLine - 1 <= gap)
      joined.splice(-1, 1, {
        startLine: last.startLine,
        endLine: Math.max(last.endLine, range.endLine),
      });
    else joined.push(range);
  }
  return joined;
}

/** The parts of a range outside other ranges. */
export function subtract(range: LineRange, others: readonly LineRange[]): readonly LineRange[] {
  return others.reduce<readonly LineRange[]>(
    (parts, other) =>
      parts.flatMap((part) =>
        overlaps(part, other)
          ? [
              { startLine: part.startLine, endLine: other.startLine - 1 },
              { startLine: other.endLine + 1, endLine: part.endLine },
            ].filter(({ startLine, endLine }) => startLine <= endLine)
          : [part],
      ),
    [range],
  );
}

/** Excludes blank lines at both ends. */
export function trimBlank(fileLines: readonly string[], { startLine, endLine }: LineRange): LineRange {
  let [first, last] = [startLine, endLine];
  while (first <= last && isBlank(fileLines[first - 1] ?? '')) first += 1;
  while (last >= first && isBlank(fileLines[last - 1] ?? '')) last -= 1;
  return { startLine: first, endLine: last };
}

function count(fileLines: readonly string[], range: LineRange): number {
  return countTokens(readLines(fileLines, range));
}

function overlaps(left: LineRange, right: LineRange): boolean {
  return left.startLine <= right.endLine && right.startLine <= left.endLine;
}

function overlapsAny(range: LineRange, others: readonly LineRange[]): boolean {
  return others.some((other) => overlaps(range, other));
}
