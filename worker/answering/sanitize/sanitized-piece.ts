/** Types that the sanitizer's readers share: where they read, and what they output. */

/** The pending text and the state of the sanitizer at one position in it. */
export interface ReadPosition {
  readonly text: string;
  readonly at: number;
  /** No more text follows. */
  readonly isWhole: boolean;
  /** The last character of the output. */
  readonly last: string;
  /** The current line as read so far; only its beginning if it is long. */
  readonly line: string;
  /** A line of this paragraph starts with a bracket, so it may be the label of a link definition. */
  readonly opensLabel: boolean;
  /** The delimiter row of a table appears above, in the same block. */
  readonly isTable: boolean;
}

/** A number of characters read, and the output that replaces them. */
export interface SanitizedPiece {
  readonly length: number;
  readonly output: string;
  readonly opens?: 'address' | Fence;
  readonly closes?: true;
}

export interface Fence {
  /** Back-ticks or tildes. */
  readonly mark: string;
  /** The number of columns that the fence and its lines move to the left. */
  readonly indent: number;
}
