/** Reranking by the cross-encoder bge-reranker-base of Workers AI, through the binding `AI`. */

import { truncateToTokens } from '../../core/text/tokens.ts';
import { AppError } from '../../core/errors.ts';
import type { Reranker } from '../../ports/reranker.ts';
import { refusal, stoppedBy } from './binding-error.ts';

const model = '@cf/baai/bge-reranker-base';

/** Texts in one call. None is documented: as many as are worth reading beside a question. */
const maxPairs = 100;

/** It reads 512 tokens of question and text together, three of them its own; of a long question the text keeps most. */
const questionTokens = 128;
const textTokens = 512 - questionTokens - 3;

const errorCodes = { final: 'reranker_failed', passing: 'reranker_unavailable' } as const;

/** The part of the binding that is needed: https://developers.cloudflare.com/workers-ai/models/bge-reranker-base/ */
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
      // Neither a question nor a text may be empty: what holds nothing is not asked about.
      const held = texts.flatMap((text, place) => (text.trim() === '' ? [] : [{ text, place }]));
      const scores = texts.map(() => 0);
      if (held.length === 0 || question.trim() === '') return scores;
      const inputs = {
        query: truncateToTokens(question, questionTokens),
        contexts: held.map(({ text }) => ({ text: truncateToTokens(text, textTokens) })),
        top_k: held.length,
      };
      const answer = await ai.run(model, inputs, stoppedBy(signal)).catch((cause: unknown) => {
        throw refusal(`Workers AI did not rerank with ${model}`, cause, errorCodes);
      });
      const told = asShares(scoresOf(answer, held.length));
      for (const [at, { place }] of held.entries()) scores[place] = told[at] ?? 0;
      return scores;
    },
  };
}

/** Scores come best first, each with the place of its text: every text must have one, and only one. */
function scoresOf(answer: unknown, count: number): readonly number[] {
  const response: unknown =
    typeof answer === 'object' && answer !== null && 'response' in answer ? answer.response : undefined;
  const rows: readonly unknown[] = Array.isArray(response) ? response : [];
  const scores = new Map(rows.flatMap((row) => scoredPlace(row, count)));
  if (scores.size !== count || rows.length !== count)
    throw new AppError('reranker_failed', `${model} gave ${scores.size} scores for ${count} texts.`);
  return Array.from({ length: count }, (_, place) => scores.get(place) ?? 0);
}

function scoredPlace(row: unknown, count: number): readonly (readonly [number, number])[] {
  if (typeof row !== 'object' || row === null || !('id' in row) || !('score' in row)) return [];
  const { id, score } = row;
  const isPlace = typeof id === 'number' && Number.isInteger(id) && id >= 0 && id < count;
  return isPlace && typeof score === 'number' && Number.isFinite(score) ? [[id, score]] : [];
}

/** The model's own scores have no ends and become shares by the logistic function, as its makers say; those that are shares stay. */
function asShares(scores: readonly number[]): readonly number[] {
  if (scores.every((score) => score >= 0 && score <= 1)) return scores;
  return scores.map((score) => 1 / (1 + Math.exp(-score)));
}
