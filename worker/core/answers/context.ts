/** Limits of the context for a question: the spans that a model needs to answer it. */

export const contextLimits = {
  /** A smaller budget holds the question and its headings, but no definition. */
  minTokens: 200,
  maxTokens: 200_000,
  maxSpans: 200,
} as const;
