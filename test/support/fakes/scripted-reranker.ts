/** A reranker that scores each text by the first given word that the text contains, and 0 if it contains none. */

import type { AppError } from '../../../worker/core/errors.ts';
import type { Reranker } from '../../../worker/ports/reranker.ts';

interface ScriptedReranker extends Reranker {
  readonly calls: {
    readonly question: string;
    readonly texts: readonly string[];
    readonly signal: AbortSignal | undefined;
  }[];
}

/** @param scores scores by word, an error that each call throws, or `never` for calls that never end */
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
