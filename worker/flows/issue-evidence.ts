/** Spans that were read become evidence: each gets an id issued for one question, and the address that opens its lines. */

import type { WantedSpan } from '../answering/plan-evidence.ts';
import type { Evidence, ShownEvidence, Span, SpanPosition } from '../core/evidence.ts';
import type { ResolvedSnapshot } from './resolve-snapshot.ts';
import { permalink } from './search-snapshot.ts';

export function issueEvidence(
  resolved: ResolvedSnapshot,
  span: Span & SpanPosition & { score: number } & Partial<WantedSpan>,
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
    url: permalink(resolved, span),
    symbol: symbolOf(span),
    score: span.score,
    rank: span.rank,
    scores: span.scores ?? {},
  };
}

/** Without what the checks alone need. */
export function shownEvidence({ fileLines: _lines, intact: _intact, ...shown }: Evidence): ShownEvidence {
  return shown;
}

function symbolOf(span: Partial<WantedSpan>): string | undefined {
  if (span.use === 'definition' || span.use === 'member') return span.of?.qualifiedName;
  return span.use === 'passage' ? span.of?.symbol : undefined;
}
