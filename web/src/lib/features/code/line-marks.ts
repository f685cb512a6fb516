/**
 * Parts of a line set off from the rest: what was found, the one of it that is current, a masked secret. The spans of a
 * line are cut at the marks' ends; joined they are still the line.
 */
import type { Span } from './line-spans.ts';

type MarkKind = 'found' | 'current' | 'masked';

/** Offsets in UTF-16, end exclusive. */
export interface LineMark {
  readonly start: number;
  readonly end: number;
  readonly kind: MarkKind;
}

interface MarkedSpan extends Span {
  readonly mark: MarkKind | null;
}

/** @param marks In the order of the line; where two overlap the first counts. */
export function markSpans(spans: readonly Span[], marks: readonly LineMark[]): readonly MarkedSpan[] {
  if (marks.length === 0) return spans.map((span) => ({ ...span, mark: null }));
  const marked: MarkedSpan[] = [];
  let offset = 0;
  let next = 0;
  for (const span of spans) {
    const end = offset + span.text.length;
    let at = offset;
    while (at < end) {
      while (next < marks.length && (marks[next]?.end ?? 0) <= at) next += 1;
      const mark = marks[next];
      const isIn = mark !== undefined && mark.start <= at;
      const until = Math.min(end, mark === undefined ? end : isIn ? mark.end : mark.start);
      const text = span.text.slice(at - offset, until - offset);
      marked.push({ text, kind: span.kind, mark: isIn ? mark.kind : null });
      at = until;
    }
    offset = end;
  }
  return marked;
}

/** Where a line shows the mask of a secret. Call it for lines that are known to hold one. */
export function maskMarks(line: string): readonly LineMark[] {
  return [...line.matchAll(/•{2,}/g)].map(({ index, 0: mask }) => ({
    start: index,
    end: index + mask.length,
    kind: 'masked' as const,
  }));
}
