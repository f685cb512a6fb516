/**
 * Packs the highlighting of a line as pairs of end offset and token kind, and splits a line into spans by highlighting and marks. Pure.
 * Concatenating the spans always gives the line, so a faulty highlighter can color it wrongly but never change it.
 */
import { decodeTokenKind, tokenKinds, type TokenKind } from './token-kinds.ts';

/** `[end, kind, end, kind, …]` for one line, with increasing ends. */
export type PackedLine = readonly number[];

export interface Span {
  readonly text: string;
  readonly kind: TokenKind;
}

/** Packs the tokens of one line. Adjacent tokens of the same kind become one span. */
export function packLine(
  tokens: readonly { readonly content: string; readonly color?: string }[],
): PackedLine {
  const packedLine: number[] = [];
  let end = 0;
  for (const token of tokens) {
    end += token.content.length;
    const kind = decodeTokenKind(token.color);
    if (packedLine.length > 0 && packedLine.at(-1) === kind) packedLine[packedLine.length - 2] = end;
    else packedLine.push(end, kind);
  }
  return packedLine;
}

/** Splits a line into spans by its highlighting. */
export function lineSpans(line: string, packedLine: PackedLine | undefined): readonly Span[] {
  if (packedLine === undefined) return [{ text: line, kind: 'plain' }];
  const spans: Span[] = [];
  let start = 0;
  for (let index = 0; index < packedLine.length && start < line.length; index += 2) {
    const end = Math.min(line.length, packedLine[index] ?? 0);
    if (end <= start) continue;
    spans.push({ text: line.slice(start, end), kind: tokenKinds[packedLine[index + 1] ?? 0] ?? 'plain' });
    start = end;
  }
  if (start < line.length) spans.push({ text: line.slice(start), kind: 'plain' });
  return spans;
}

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

/** Splits the spans of a line at its marks. @param marks in line order; where two overlap, the first wins */
export function markSpans(spans: readonly Span[], marks: readonly LineMark[]): readonly MarkedSpan[] {
  if (marks.length === 0) return spans.map((span) => ({ ...span, mark: null }));
  const marked: MarkedSpan[] = [];
  let offset = 0;
  let markIndex = 0;
  for (const span of spans) {
    const end = offset + span.text.length;
    let position = offset;
    while (position < end) {
      while (markIndex < marks.length && (marks[markIndex]?.end ?? 0) <= position) markIndex += 1;
      const mark = marks[markIndex];
      const isInside = mark !== undefined && mark.start <= position;
      const pieceEnd = Math.min(end, mark === undefined ? end : isInside ? mark.end : mark.start);
      const text = span.text.slice(position - offset, pieceEnd - offset);
      marked.push({ text, kind: span.kind, mark: isInside ? mark.kind : null });
      position = pieceEnd;
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
