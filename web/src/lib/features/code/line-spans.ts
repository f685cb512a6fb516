/**
 * Packs the highlighting of a line as pairs of end offset and token kind. Pure. The page always shows the text of the file, so a faulty
 * highlighter can color a line wrongly but never change it.
 */
import { decodeTokenKind, tokenKinds, type TokenKind } from './token-kinds.ts';

/** `[end, kind, end, kind, …]` for one line, with increasing ends. */
export type PackedLine = readonly number[];

export interface Span {
  readonly text: string;
  readonly kind: TokenKind;
}

/** Packs the tokens of one line. Adjacent tokens of one kind become one span. */
export function packLine(
  tokens: readonly { readonly content: string; readonly color?: string }[],
): PackedLine {
  const packed: number[] = [];
  let end = 0;
  for (const token of tokens) {
    end += token.content.length;
    const kind = decodeTokenKind(token.color);
    if (packed.length > 0 && packed.at(-1) === kind) packed[packed.length - 2] = end;
    else packed.push(end, kind);
  }
  return packed;
}

/** The spans of a line. Joined, they are always the line. */
export function lineSpans(line: string, packed: PackedLine | undefined): readonly Span[] {
  if (packed === undefined) return [{ text: line, kind: 'plain' }];
  const spans: Span[] = [];
  let start = 0;
  for (let index = 0; index < packed.length && start < line.length; index += 2) {
    const end = Math.min(line.length, packed[index] ?? 0);
    if (end <= start) continue;
    spans.push({ text: line.slice(start, end), kind: tokenKinds[packed[index + 1] ?? 0] ?? 'plain' });
    start = end;
  }
  if (start < line.length) spans.push({ text: line.slice(start), kind: 'plain' });
  return spans;
}
