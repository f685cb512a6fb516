/** Issues evidence for a span: an id that is unique within the answer, and a URL that opens its lines. */

import type { PlannedSpan } from '../../../answering/compose/plan-evidence.ts';
import {
  isSpanEvidence,
  type AnyEvidence,
  type Evidence,
  type ShownSpan,
  type Span,
  type SpanPosition,
} from '../../../core/answers/evidence.ts';
import { resolvePageLineUrl } from '../../../ingestion/web/page-file.ts';
import { permalink } from '../../search/search-snapshot.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';

/** The definition that contains a span, according to the graph. */
export interface EnclosingDefinition {
  readonly within?: { readonly symbol: string | undefined; readonly nameLine: number } | undefined;
}

export function issueEvidence(
  resolved: ResolvedSnapshot,
  span: Span & SpanPosition & { score: number } & Partial<PlannedSpan> & EnclosingDefinition,
  index: number,
): Evidence {
  return {
    id: `e${index + 1}`,
    path: span.path,
    startLine: span.startLine,
    endLine: span.endLine,
    language: span.language,
    kind: span.kind,
    fileHash: span.fileHash,
    intact: span.intact,
    spanHash: span.spanHash,
    text: span.text,
    fileLines: span.fileLines,
    commit: resolved.snapshot.commit,
    url: spanUrl(resolved, span),
    symbol: span.within?.symbol ?? spanSymbol(span),
    nameLine: span.within?.nameLine,
    score: span.score,
    rank: span.rank,
    scores: span.scores ?? {},
    ...(span.copies === undefined ? {} : { copies: span.copies }),
  };
}

/** Finds existing evidence for the same lines. */
export function findSameLines(
  known: ReadonlyMap<string, AnyEvidence>,
  { path, startLine, endLine }: SpanPosition,
): Evidence | undefined {
  return [...known.values()]
    .filter((one) => isSpanEvidence(one))
    .find((one) => one.path === path && one.startLine === startLine && one.endLine === endLine);
}

/** A web page opens at its own address. Every other file opens in the app. */
function spanUrl(resolved: ResolvedSnapshot, span: Span & SpanPosition): string {
  const isWebPage = resolved.repository.source.kind === 'web';
  const pageUrl = isWebPage ? resolvePageLineUrl(span.fileLines, span.startLine) : undefined;
  return pageUrl ?? permalink(resolved, span);
}

/** Drops the fields that only the claim checks need. */
export function toShownEvidence({
  fileLines: _lines,
  intact: _intact,
  nameLine: _nameLine,
  ...shown
}: Evidence): ShownSpan {
  return shown;
}

function spanSymbol(span: Partial<PlannedSpan>): string | undefined {
  if (span.use === 'definition' || span.use === 'member' || span.use === 'namesake')
    return span.subject?.qualifiedName;
  return span.use === 'passage' ? span.subject?.symbol : undefined;
}
