/** Issues evidence for the quoted lines of an answer, each with the innermost definition around it. */

import type { Evidence, SpanPosition } from '../../../core/answers/evidence.ts';
import type { SymbolKind } from '../../../core/code/symbol.ts';
import type { SymbolRow } from '../../../ports/chunk-store.ts';
import type { RankedDefinition } from '../../../retrieval/definitions/ranked-definition.ts';
import { readSpans } from '../../../retrieval/search/read-spans.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import { issueEvidence } from '../evidence/issue-evidence.ts';

/** Definitions after which the lines around them are named; fields are too small. */
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
  readonly definition: Pick<RankedDefinition, 'symbol' | 'score' | 'kind'>;
}

/** @returns evidence by quoted lines, in the order of the ids; lines that do not exist are omitted */
export async function issueExcerpts(
  { chunkStore }: Pick<Services, 'chunkStore'>,
  resolved: ResolvedSnapshot,
  quoted: readonly QuotedLines[],
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
      const { definition } = lines;
      const around = findAround(symbols, span);
      const within =
        around === undefined
          ? definition.kind === 'section'
            ? undefined
            : definition.symbol === undefined
              ? undefined
              : { symbol: definition.symbol, nameLine: span.startLine }
          : { symbol: around.qualifiedName, nameLine: around.nameLine };
      const evidence =
        issued.get(place) ??
        issueEvidence(resolved, { ...span, score: definition.score, within }, issued.size);
      issued.set(place, evidence);
      return [lines, evidence] as const;
    }),
  );
}

function toPosition({ path, startLine, endLine }: SpanPosition): SpanPosition {
  return { path, startLine, endLine };
}

/** The innermost definition that contains the lines or, for documentation above it, that the lines describe. */
function findAround(
  symbols: readonly SymbolRow[],
  { path, startLine, endLine }: SpanPosition,
): SymbolRow | undefined {
  const named = symbols.filter((symbol) => symbol.path === path && naming.has(symbol.kind));
  const from = ({ startLine: first, documentationLines }: SymbolRow): number =>
    Math.min(first, documentationLines?.startLine ?? first);
  const containing = named
    .filter((symbol) => from(symbol) <= startLine && symbol.endLine >= endLine)
    .toSorted((a, b) => a.endLine - from(a) - (b.endLine - from(b)));
  return containing[0];
}
