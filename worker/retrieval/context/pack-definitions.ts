/**
 * Packs the best definitions into a budget of tokens and spans. A definition is shown whole if it is not too long. No line is shown twice:
 * a type whose method is shown is reduced to its header, and neighbors become one span.
 */

import type { QuestionTerm } from '../../core/answers/question.ts';
import { countTokens } from '../../core/text/tokens.ts';
import { cutDefinition, subtract, trimBlank } from './cut-definition.ts';
import { readLines, type ReadableDefinition } from './readable-definition.ts';
import { isBlank, type LineRange } from './split-blocks.ts';

/** Lines of one file that are shown: a whole definition, a piece of a long one, or several neighbors. */
export interface PackedSpan extends LineRange {
  readonly path: string;
  readonly language: string;
  readonly kind: string;
  /** Names of the definitions, best first; empty for text outside any definition. */
  readonly symbols: readonly string[];
  readonly score: number;
  readonly similar: number;
  readonly text: string;
}

export interface PackingLimits {
  readonly maxTokens: number;
  readonly maxSpans: number;
}

interface PackingInput extends PackingLimits {
  readonly terms: readonly QuestionTerm[];
  /** Counts the tokens of a span as it is shown, with its heading. */
  readonly countSpanTokens: (span: PackedSpan) => number;
}

/** A longer definition is cut, also if it is longer than this fraction of the budget. */
const maxWholeTokens = 1_200;
const maxWholeFraction = 0.35;
/** Pieces of a long definition besides its header. */
const maxWindows = 2;
/** Smaller remains of a budget are not filled with pieces. */
const minPieceTokens = 60;

/** @param definitions best first, without copies @returns best first, within both limits */
export function packDefinitions(
  definitions: readonly ReadableDefinition[],
  { maxTokens, maxSpans, terms, countSpanTokens }: PackingInput,
): readonly PackedSpan[] {
  let spans: readonly CountedSpan[] = [];
  const wholeTokens = Math.min(maxWholeTokens, maxTokens * maxWholeFraction);
  for (const definition of definitions) {
    const remaining = maxTokens - sumTokens(spans);
    if (remaining <= 0) break;
    const shown = spans.filter(({ path }) => path === definition.path);
    for (const pieces of listChoices(definition, { terms, shown, wholeTokens, remaining })) {
      if (pieces.length === 0) continue;
      const packed = pieces.reduce(
        (all, piece) => addLines(all, { definition, piece, countSpanTokens }),
        spans,
      );
      if (packed.length > maxSpans || sumTokens(packed) > maxTokens) continue;
      spans = packed;
      break;
    }
  }
  return spans.map(({ tokens: _, ...span }) => span);
}

interface CountedSpan extends PackedSpan {
  readonly tokens: number;
}

function sumTokens(spans: readonly CountedSpan[]): number {
  return spans.reduce((sum, { tokens }) => sum + tokens, 0);
}

/** Lists what may be shown of a definition, the most first: all of it, its pieces, or its header. */
function* listChoices(
  definition: ReadableDefinition,
  {
    terms,
    shown,
    wholeTokens,
    remaining,
  }: {
    readonly terms: readonly QuestionTerm[];
    readonly shown: readonly PackedSpan[];
    readonly wholeTokens: number;
    readonly remaining: number;
  },
): Generator<readonly LineRange[]> {
  const { fileLines } = definition;
  const isPartlyShown = shown.some((span) => overlaps(span, definition));
  const rest = subtract(definition, shown)
    .map((part) => trimBlank(fileLines, part))
    .filter((part) => part.startLine <= part.endLine);
  if (rest.length === 0) return;
  if (!isPartlyShown && countTokens(readLines(fileLines, definition)) <= wholeTokens) yield rest;
  const cut = (maxTokens: number, windows: number): readonly LineRange[] =>
    cutDefinition(definition, { terms, maxTokens, maxWindows: windows, shown });
  if (remaining < minPieceTokens) return;
  const maxTokens = Math.min(wholeTokens, remaining);
  if (!isPartlyShown) yield cut(maxTokens, maxWindows);
  yield cut(maxTokens, 0);
}

/** Adds lines as a span of their own, or to the spans that they continue. */
function addLines(
  spans: readonly CountedSpan[],
  {
    definition,
    piece,
    countSpanTokens,
  }: {
    readonly definition: ReadableDefinition;
    readonly piece: LineRange;
  } & Pick<PackingInput, 'countSpanTokens'>,
): readonly CountedSpan[] {
  const { path, language, kind, symbol, score, fileLines } = definition;
  const neighbors = spans.filter((span) => span.path === path && touches(fileLines, span, piece));
  const range = {
    startLine: Math.min(piece.startLine, ...neighbors.map((span) => span.startLine)),
    endLine: Math.max(piece.endLine, ...neighbors.map((span) => span.endLine)),
  };
  const names = symbol === undefined ? [] : [symbol];
  const isNamed = spans.some(
    (span) => span.path === path && names.some((name) => span.symbols.includes(name)),
  );
  const [first] = neighbors;
  const merged: PackedSpan = {
    path,
    language,
    kind: first?.kind ?? kind,
    score: first?.score ?? score,
    ...range,
    symbols: [...new Set([...neighbors.flatMap(({ symbols }) => symbols), ...names])],
    // The pieces of one definition count its copies once.
    similar: neighbors.reduce((sum, span) => sum + span.similar, isNamed ? 0 : definition.similar),
    text: readLines(fileLines, range),
  };
  const counted = { ...merged, tokens: countSpanTokens(merged) };
  if (first === undefined) return [...spans, counted];
  return spans.flatMap((span) => (span === first ? [counted] : neighbors.includes(span) ? [] : [span]));
}

/** Whether only blank lines separate them. */
function touches(fileLines: readonly string[], left: LineRange, right: LineRange): boolean {
  const [first, second] = left.startLine <= right.startLine ? [left, right] : [right, left];
  return fileLines.slice(first.endLine, Math.max(first.endLine, second.startLine - 1)).every(isBlank);
}

function overlaps(left: LineRange, right: LineRange): boolean {
  return left.startLine <= right.endLine && right.startLine <= left.endLine;
}
