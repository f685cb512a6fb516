/** Spans that were read become evidence: each gets an id issued for one question, and the address that opens its lines. */

import type { WantedSpan } from '../answering/plan-evidence.ts';
import {
  isOfLines,
  type AnyEvidence,
  type Evidence,
  type ShownSpan,
  type Span,
  type SpanPosition,
} from '../core/evidence.ts';
import { urlOfPageLine } from '../ingestion/web/page-file.ts';
import type { ResolvedSnapshot } from './versions/resolve-snapshot.ts';
import { permalink } from './search/search-snapshot.ts';

/** The definition a span lies in, by the graph. */
export interface Within {
  readonly within?: { readonly symbol: string | undefined; readonly nameLine: number } | undefined;
}

export function issueEvidence(
  resolved: ResolvedSnapshot,
  span: Span & SpanPosition & { score: number } & Partial<WantedSpan> & Within,
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
    url: urlOf(resolved, span),
    symbol: span.within?.symbol ?? symbolOf(span),
    nameLine: span.within?.nameLine,
    score: span.score,
    rank: span.rank,
    scores: span.scores ?? {},
    ...(span.copies === undefined ? {} : { copies: span.copies }),
  };
}

/** The evidence given out already that is of the same lines. */
export function sameLines(
  known: ReadonlyMap<string, AnyEvidence>,
  { path, startLine, endLine }: SpanPosition,
): Evidence | undefined {
  return [...known.values()]
    .filter((one) => isOfLines(one))
    .find((one) => one.path === path && one.startLine === startLine && one.endLine === endLine);
}

/** A page of the web opens where it stands; every other file in the app. */
function urlOf(resolved: ResolvedSnapshot, span: Span & SpanPosition): string {
  const isOfWeb = resolved.repository.source.kind === 'web';
  const own = isOfWeb ? urlOfPageLine(span.fileLines, span.startLine) : undefined;
  return own ?? permalink(resolved, span);
}

/** Without what the checks alone need. */
export function shownEvidence({
  fileLines: _lines,
  intact: _intact,
  nameLine: _nameLine,
  ...shown
}: Evidence): ShownSpan {
  return shown;
}

function symbolOf(span: Partial<WantedSpan>): string | undefined {
  if (span.use === 'definition' || span.use === 'member' || span.use === 'namesake')
    return span.of?.qualifiedName;
  return span.use === 'passage' ? span.of?.symbol : undefined;
}
