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
