/** Embeds texts as vectors of one space. */

import type { EmbeddableText, EmbeddingSpace } from '../core/code/embedding.ts';

export interface Embedder {
  readonly space: EmbeddingSpace;
  /** Maximum texts of one call of `embed`. */
  readonly maxTexts: number;
  /**
   * One unit vector per text, in order; a zero vector for a text without any known token. Texts over the model's limit are truncated.
   * @throws AppError `embedder_unavailable` if the model is unreachable and a retry may help; `embedder_failed` if it rejects the input or
   *   responds in another format
   */
  embed(texts: readonly EmbeddableText[]): Promise<readonly Float32Array[]>;
  /**
   * The vector of a question, which some models embed differently from documents.
   * @param signal aborted if the result is no longer needed; a model that cannot be stopped may ignore it
   */
  embedQuery(query: string, signal?: AbortSignal): Promise<Float32Array>;
}

/** A text as rows of the table. A row occurs once. */
export interface WeighedPieces {
  readonly rows: Int32Array;
  /** By index in `rows`: 1 + ln(occurrences). */
  readonly weights: Float32Array;
}

/**
 * Vectors of word pieces, which the ranking of definitions compares: `retries` and `backoff` are near although they share no letters. They
 * belong to the program, so they are the same whatever embedder a deployment uses.
 */
export interface WordVectors {
  readonly dimensions: number;
  /** The direction of row `r` starts at `r * dimensions`. Its numbers times `scales[r]` are a unit vector. */
  readonly table: Int8Array;
  readonly scales: Float32Array;
  /** By row: the length of its vector. A rare piece has a longer vector than a frequent one. */
  readonly lengths: Float32Array;
  weighPieces(text: string): WeighedPieces;
}
