/** A part of a text by UTF-16 offsets, end exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}
