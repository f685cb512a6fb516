/** Scores how well texts answer a question, with a model that reads both together (a cross-encoder). */

export interface Reranker {
  /** Identifies the model and its host; scores of different models are not comparable. */
  readonly model: string;
  /** Maximum texts of one call. */
  readonly maxPairs: number;
  /**
   * One score per text, in order: 0 for an unrelated text, 1 for one that answers the question. Only scores of the same call are
   * comparable. Texts over the model's limit are truncated; an empty text scores 0.
   * @throws AppError `reranker_unavailable` if the model is unreachable and a retry may help; `reranker_failed` if it rejects the input or
   *   responds in another format
   * @param signal aborted if the result is no longer needed; a model that cannot be stopped may ignore it
   */
  rerank(question: string, texts: readonly string[], signal?: AbortSignal): Promise<readonly number[]>;
}
