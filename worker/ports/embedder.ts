/** Texts to vectors of one space. */

import type { EmbeddableText, EmbeddingSpace } from '../core/embedding.ts';

export interface Embedder {
  readonly space: EmbeddingSpace;
  /** Texts one call of `embed` takes. */
  readonly maxTexts: number;
  /**
   * One vector of length 1 a text, in order; all zeros for a text that holds nothing the model knows. Texts longer than the model
   * reads are cut, never refused.
   * @throws AppError `embedder_unavailable` when the model cannot be reached, where another try may help; `embedder_failed` when it
   *   refuses or answers in another shape.
   */
  embed(texts: readonly EmbeddableText[]): Promise<readonly Float32Array[]>;
  /**
   * The vector of a question, which some models read differently from what it is compared with.
   * @param signal aborted when nobody waits any more; a model that cannot be stopped need not heed it.
   */
  embedQuery(query: string, signal?: AbortSignal): Promise<Float32Array>;
}
