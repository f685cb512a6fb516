/** Applies marks to the spans of a line: matches, the current match and masked secrets. Pure. Joined, the spans are still the line. */
import type { Span } from './line-spans.ts';

type MarkKind = 'match' | 'current' | 'masked';

/** Offsets in UTF-16, end exclusive. */
export interface LineMark {
  readonly start: number;
  readonly end: number;
  readonly kind: MarkKind;
}

interface MarkedSpan extends Span {
  readonly mark: MarkKind | null;
}

/** @param marks in line order; where two overlap, the first wins */
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
      const isInside = mark !== undefined && mark.start <= at;
      const until = Math.min(end, mark === undefined ? end : isInside ? mark.end : mark.start);
      const text = span.text.slice(at - offset, until - offset);
      marked.push({ text, kind: span.kind, mark: isInside ? mark.kind : null });
      at = until;
    }
    offset = end;
  }
  return marked;
}

/** Finds the masks on a line. Call it only for lines with a masked secret. */
export function maskMarks(line: string): readonly LineMark[] {
  return [...line.matchAll(/•{2,}/g)].map(({ index, 0: mask }) => ({
    start: index,
    end: index + mask.length,
    kind: 'masked' as const,
  }));
}
