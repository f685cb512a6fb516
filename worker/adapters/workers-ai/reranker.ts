/** Implements the `Reranker` port with the cross-encoder bge-reranker-base of Workers AI, through the `AI` binding. */

import { truncateToTokens } from '../../core/text/tokens.ts';
import { AppError } from '../../core/errors.ts';
import type { Reranker } from '../../ports/reranker.ts';
import { toBindingError, signalOption } from './binding-error.ts';

const model = '@cf/baai/bge-reranker-base';

/** Maximum texts per call. No limit is documented; more texts are not worth reading for a question. */
const maxPairs = 100;

/** The model reads 512 tokens of question and text together, including three separators. A long question is truncated in favor of the text. */
const maxQuestionTokens = 128;
const maxTextTokens = 512 - maxQuestionTokens - 3;

const errorCodes = { permanent: 'reranker_failed', transient: 'reranker_unavailable' } as const;

/** The part of the binding that this adapter needs: https://developers.cloudflare.com/workers-ai/models/bge-reranker-base/ */
export interface RerankingBinding {
  run(
    model: string,
    inputs: {
      readonly query: string;
      readonly contexts: readonly { readonly text: string }[];
      readonly top_k: number;
    },
    options?: { readonly signal?: AbortSignal },
  ): Promise<unknown>;
}

export function createWorkersAiReranker(ai: RerankingBinding): Reranker {
  return {
    model: `workers-ai:${model}`,
    maxPairs,
    async rerank(question, texts, signal) {
      // The model rejects an empty question or text, so empty texts are omitted and score 0.
      const nonEmptyTexts = texts.flatMap((text, index) =>
        text.trim() === '' ? [] : [{ text, place: index }],
      );
      const scores = texts.map(() => 0);
      if (nonEmptyTexts.length === 0 || question.trim() === '') return scores;
      const inputs = {
        query: truncateToTokens(question, maxQuestionTokens),
        contexts: nonEmptyTexts.map(({ text }) => ({ text: truncateToTokens(text, maxTextTokens) })),
        top_k: nonEmptyTexts.length,
      };
      const answer = await ai.run(model, inputs, signalOption(signal)).catch((cause: unknown) => {
        throw toBindingError(`Workers AI did not rerank with ${model}`, cause, errorCodes);
      });
      const fractions = toFractions(readScores(answer, nonEmptyTexts.length));
      for (const [rank, { place }] of nonEmptyTexts.entries()) scores[place] = fractions[rank] ?? 0;
      return scores;
    },
  };
}

/** Reads the scores, which arrive best first with the index of their text. Every text must have exactly one score. */
function readScores(answer: unknown, count: number): readonly number[] {
  const response: unknown =
    typeof answer === 'object' && answer !== null && 'response' in answer ? answer.response : undefined;
  const rows: readonly unknown[] = Array.isArray(response) ? response : [];
  const scores = new Map(rows.flatMap((row) => readScore(row, count)));
  if (scores.size !== count || rows.length !== count)
    throw new AppError('reranker_failed', `${model} returned ${scores.size} scores for ${count} texts.`);
  return Array.from({ length: count }, (_, index) => scores.get(index) ?? 0);
}

function readScore(row: unknown, count: number): readonly (readonly [number, number])[] {
  if (typeof row !== 'object' || row === null || !('id' in row) || !('score' in row)) return [];
  const { id, score } = row;
  const isIndex = typeof id === 'number' && Number.isInteger(id) && id >= 0 && id < count;
  return isIndex && typeof score === 'number' && Number.isFinite(score) ? [[id, score]] : [];
}

/** Maps the model's unbounded scores to 0..1 with the logistic function, as its authors recommend. Returns scores unchanged if all are within 0..1. */
function toFractions(scores: readonly number[]): readonly number[] {
  if (scores.every((score) => score >= 0 && score <= 1)) return scores;
  return scores.map((score) => 1 / (1 + Math.exp(-score)));
}
