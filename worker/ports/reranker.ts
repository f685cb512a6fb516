/** How well texts answer a question, told by a model that reads the question and a text together: a cross-encoder. */

export interface Reranker {
  /** The model and where it runs; another has other scores. */
  readonly model: string;
  /** Texts one call takes. */
  readonly maxPairs: number;
  /**
   * One score a text, in order: 0 for what has nothing to do with the question, 1 for what answers it. Scores of one call may be
   * compared, those of two not. What is longer than the model reads is cut, never refused; what holds nothing scores 0.
   * @throws AppError `reranker_unavailable` when the model cannot be reached, where another try may help; `reranker_failed` when it
   *   refuses or answers in another shape.
   * @param signal aborted when nobody waits any more; a model that cannot be stopped need not heed it.
   */
  rerank(question: string, texts: readonly string[], signal?: AbortSignal): Promise<readonly number[]>;
}
