/** A reranker that scores each text by the first of the given words that it contains, and 0 without one. */

import type { AppError } from '../../../worker/core/errors.ts';
import type { Reranker } from '../../../worker/ports/reranker.ts';

interface ScriptedReranker extends Reranker {
  readonly calls: {
    readonly question: string;
    readonly texts: readonly string[];
    readonly signal: AbortSignal | undefined;
  }[];
}

/** @param scores by word; an error is thrown; `never` never answers */
export function createScriptedReranker(
  scores: Readonly<Record<string, number>> | AppError | 'never',
  maxPairs = 50,
): ScriptedReranker {
  const calls: ScriptedReranker['calls'] = [];
  return {
    model: 'scripted',
    maxPairs,
    calls,
    rerank(question, texts, signal) {
      calls.push({ question, texts, signal });
      if (scores === 'never') return new Promise(() => undefined);
      if (scores instanceof Error) return Promise.reject(scores);
      return Promise.resolve(texts.map((text) => scoreText(scores, text)));
    },
  };
}

function scoreText(scores: Readonly<Record<string, number>>, text: string): number {
  return Object.entries(scores).find(([word]) => text.includes(word))?.[1] ?? 0;
}
