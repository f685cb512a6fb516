/**
 * Vectors of word pieces, which the ranking of definitions compares: `retries` and `backoff` are near although they share no letters. They
 * belong to the program, so they are the same whatever embedder a deployment uses.
 */

/** A text as rows of the table. A row occurs once. */
export interface WeighedPieces {
  readonly rows: Int32Array;
  /** By index in `rows`: 1 + ln(occurrences). */
  readonly weights: Float32Array;
}

export interface WordVectors {
  readonly dimensions: number;
  /** The direction of row `r` starts at `r * dimensions`. Its numbers times `scales[r]` are a unit vector. */
  readonly table: Int8Array;
  readonly scales: Float32Array;
  /** By row: the length of its vector. A rare piece has a longer vector than a frequent one. */
  readonly lengths: Float32Array;
  weighPieces(text: string): WeighedPieces;
}
