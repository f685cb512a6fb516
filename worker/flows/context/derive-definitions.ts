/** Derives ranked definitions from ranked spans: the definitions that each span shows, and the span itself outside any definition. */

import { containsWord, type Question } from '../../core/answers/question.ts';
import type { SpanPosition } from '../../core/answers/evidence.ts';
import { extractTerms } from '../../core/text/terms.ts';
import type { ChunkRow, ChunkStore, SymbolRow } from '../../ports/chunk-store.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import type { RankedDefinition } from '../../retrieval/definitions/ranked-definition.ts';
import type { RankedSpan } from '../../retrieval/ranking/rank-spans.ts';

/** Spans that are read, best first. */
const maxSpans = 120;
/** Definitions of these kinds are shown with the lines around them, as they are often a line long. */
const smallKinds: ReadonlySet<string> = new Set(['constant', 'property', 'variable', 'type']);
const smallLines = 4;

type FoundDefinition = Omit<RankedDefinition, 'score' | 'scores' | 'matches'>;

/** @param spans best first @returns best first, each once */
export async function deriveDefinitions(
  { chunkStore }: { readonly chunkStore: Pick<ChunkStore, 'symbolsAt'> },
  key: SnapshotKey,
  { question, spans }: { readonly question: Question; readonly spans: readonly RankedSpan[] },
): Promise<readonly RankedDefinition[]> {
  const read = spans.slice(0, maxSpans);
  const best = read[0]?.score ?? 1;
  const symbols = await chunkStore.symbolsAt(
    key,
    read.map(({ chunk }) => chunk),
  );
  const ranked = new Map<string, RankedDefinition>();
  for (const { chunk, score, scores } of read)
    for (const found of listDefinitions(
      question,
      chunk,
      symbols.filter(({ path }) => path === chunk.path),
    )) {
      const id = `${found.path}:${found.startLine}-${found.endLine}`;
      const known = ranked.get(id);
      const match = intersect(found, chunk);
      const relative = Math.max(0, best <= 0 ? 0 : score / best);
      ranked.set(id, {
        ...(known ?? { ...found, score: Math.round(relative * 1000) / 1000, scores }),
        matches: [...(known?.matches ?? []), match].toSorted((a, b) => a.startLine - b.startLine),
      });
    }
  return [...ranked.values()];
}

/** The definitions that a chunk shows, the one with the most words of the question first. */
function listDefinitions(
  question: Question,
  chunk: ChunkRow,
  symbols: readonly SymbolRow[],
): readonly FoundDefinition[] {
  const overlapping = symbols.filter((symbol) => overlaps(toRange(symbol), chunk));
  const around = overlapping.filter((symbol) => contains(toRange(symbol), chunk));
  const inside = overlapping.filter((symbol) => !around.includes(symbol));
  const outermost = inside.filter(
    (symbol) => !inside.some((other) => other !== symbol && contains(toRange(other), toRange(symbol))),
  );
  const shown = outermost.filter((symbol) => !isSmall(symbol));
  const innermost = around.toSorted((a, b) => countLines(a) - countLines(b))[0];
  const isSection = chunk.role === 'docs' || chunk.role === 'translation';
  if (shown.length === 0)
    return [innermost === undefined || isSection ? textOf(chunk) : definitionOf(innermost, chunk)];
  const isOwn = shown.length < outermost.length || innermost !== undefined;
  const rest = innermost === undefined ? textOf(chunk) : definitionOf(innermost, chunk);
  const definitions = shown.map((symbol) => definitionOf(symbol, chunk));
  return [...sortByWords(question, chunk, definitions), ...(isOwn ? [rest] : [])];
}

function sortByWords(
  { terms }: Question,
  chunk: ChunkRow,
  definitions: readonly FoundDefinition[],
): readonly FoundDefinition[] {
  if (definitions.length < 2) return definitions;
  const lines = chunk.raw.split('\n');
  const counted = definitions.map((definition) => {
    const { startLine, endLine } = intersect(definition, chunk);
    const text = lines.slice(startLine - chunk.startLine, endLine - chunk.startLine + 1).join('\n');
    const words = new Set(extractTerms(`${definition.symbol ?? ''}\n${text}`));
    return { definition, words: terms.filter((term) => containsWord(words, term)).length };
  });
  return counted.toSorted((a, b) => b.words - a.words).map(({ definition }) => definition);
}

function definitionOf(symbol: SymbolRow, { role, language }: ChunkRow): FoundDefinition {
  return { ...toRange(symbol), symbol: symbol.qualifiedName, kind: symbol.kind, role, language };
}

/** Lines outside any definition, or a section of a document. */
function textOf({ path, startLine, endLine, role, language, metadata }: ChunkRow): FoundDefinition {
  const headings = metadata.headings ?? [];
  const symbol = headings.length === 0 ? undefined : headings.join(' › ');
  const kind = role === 'docs' || role === 'translation' ? 'section' : 'text';
  return { path, startLine, endLine, symbol, kind, role, language };
}

/** The lines of a definition with the documentation above it. */
export function toRange({ path, startLine, endLine, documentationLines }: SymbolRow): SpanPosition {
  return { path, startLine: Math.min(startLine, documentationLines?.startLine ?? startLine), endLine };
}

function isSmall(symbol: SymbolRow): boolean {
  return smallKinds.has(symbol.kind) && countLines(symbol) <= smallLines;
}

function countLines({ startLine, endLine }: Pick<SpanPosition, 'startLine' | 'endLine'>): number {
  return endLine - startLine + 1;
}

function intersect(one: SpanPosition, other: SpanPosition): SpanPosition {
  return {
    path: one.path,
    startLine: Math.max(one.startLine, other.startLine),
    endLine: Math.min(one.endLine, other.endLine),
  };
}

function overlaps(left: SpanPosition, right: SpanPosition): boolean {
  return left.startLine <= right.endLine && right.startLine <= left.endLine;
}

function contains(outer: SpanPosition, inner: SpanPosition): boolean {
  return outer.startLine <= inner.startLine && outer.endLine >= inner.endLine;
}
