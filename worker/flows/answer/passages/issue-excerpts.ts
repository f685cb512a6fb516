/** Issues evidence for the quoted lines of an answer, each with the innermost definition around it. */

import type { Evidence, SpanPosition } from '../../../core/answers/evidence.ts';
import { containsWord, type Question } from '../../../core/answers/question.ts';
import { extractTerms } from '../../../core/text/terms.ts';
import type { SymbolKind } from '../../../core/code/symbol.ts';
import type { ChunkStore, SymbolRow } from '../../../ports/chunk-store.ts';
import type { RankedDefinition } from '../../../retrieval/definitions/ranked-definition.ts';
import { readSpans } from '../../../retrieval/search/read-spans.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import { issueEvidence, type EnclosingDefinition } from '../evidence/issue-evidence.ts';

/** Definitions after which the lines around them are named, if there is one. */
const naming: ReadonlySet<SymbolKind> = new Set([
  'class',
  'component',
  'enum',
  'function',
  'interface',
  'macro',
  'method',
  'struct',
  'trait',
]);

export interface QuotedLines extends SpanPosition {
  readonly definition: Pick<
    RankedDefinition,
    'path' | 'startLine' | 'endLine' | 'symbol' | 'score' | 'scores' | 'kind'
  >;
  /** Rank of the definition, from 1; undefined if the lines were found in another way. */
  readonly rank?: number;
}

/** @returns evidence by quoted lines, in the order of the ids; lines that do not exist are omitted */
export async function issueExcerpts(
  { chunkStore }: { readonly chunkStore: Pick<ChunkStore, 'readFiles' | 'symbolsAt'> },
  resolved: ResolvedSnapshot,
  quoted: readonly QuotedLines[],
  question: Pick<Question, 'terms'>,
): Promise<ReadonlyMap<QuotedLines, Evidence>> {
  const positions = quoted.map((lines) => ({ lines, ...toPosition(lines) }));
  const [spans, symbols] = await Promise.all([
    readSpans(chunkStore, resolved.key, positions),
    positions.length === 0 ? [] : chunkStore.symbolsAt(resolved.key, positions),
  ]);
  const issued = new Map<string, Evidence>();
  return new Map(
    spans.map(({ lines, ...span }) => {
      const place = `${span.path}:${span.startLine}-${span.endLine}`;
      const { definition, rank } = lines;
      const within = findWithin(symbols, { span, definition, question });
      const evidence =
        issued.get(place) ??
        issueEvidence(
          resolved,
          {
            ...span,
            score: definition.score,
            scores: definition.scores ?? {},
            within,
            ...(rank === undefined ? {} : { rank }),
          },
          issued.size,
        );
      issued.set(place, evidence);
      return [lines, evidence] as const;
    }),
  );
}

/** A section of documentation has a heading instead of a name. */
function findWithin(
  symbols: readonly SymbolRow[],
  {
    span,
    definition,
    question,
  }: Pick<QuotedLines, 'definition'> & {
    readonly span: SpanPosition;
    readonly question: Pick<Question, 'terms'>;
  },
): EnclosingDefinition['within'] {
  if (definition.kind === 'section') return undefined;
  const around = findAround(symbols, span) ?? findConstant(symbols, span, question);
  if (around !== undefined) return { symbol: around.qualifiedName, nameLine: around.nameLine };
  const { symbol, path, startLine, endLine } = definition;
  const isInside = span.path === path && span.startLine >= startLine && span.endLine <= endLine;
  return symbol === undefined || !isInside ? undefined : { symbol, nameLine: span.startLine };
}

function toPosition({ path, startLine, endLine }: SpanPosition): SpanPosition {
  return { path, startLine, endLine };
}

/** The constant or type inside the lines whose name and documentation have the most words of the question. */
function findConstant(
  symbols: readonly SymbolRow[],
  { path, startLine, endLine }: SpanPosition,
  { terms }: Pick<Question, 'terms'>,
): SymbolRow | undefined {
  const inside = symbols.filter(
    (symbol) => symbol.path === path && symbol.nameLine >= startLine && symbol.nameLine <= endLine,
  );
  const countWords = ({ qualifiedName, documentation }: SymbolRow): number => {
    const words = new Set(extractTerms(`${qualifiedName} ${documentation}`));
    return terms.filter((term) => containsWord(words, term)).length;
  };
  return inside.toSorted((a, b) => countWords(b) - countWords(a))[0];
}

function startWithDocumentation({ startLine, documentationLines }: SymbolRow): number {
  return Math.min(startLine, documentationLines?.startLine ?? startLine);
}

/** The innermost definition that contains the lines or, for documentation above it, that the lines describe; of two names of it, the documented one. */
function findAround(
  symbols: readonly SymbolRow[],
  { path, startLine, endLine }: SpanPosition,
): SymbolRow | undefined {
  const named = symbols.filter((symbol) => symbol.path === path && naming.has(symbol.kind));
  const containing = named
    .filter((symbol) => startWithDocumentation(symbol) <= startLine && symbol.endLine >= endLine)
    .toSorted(
      (a, b) =>
        a.endLine - a.startLine - (b.endLine - b.startLine) || countDocumented(b) - countDocumented(a),
    );
  return containing[0];
}

function countDocumented({ documentationLines }: SymbolRow): number {
  return documentationLines === undefined ? 0 : 1;
}
