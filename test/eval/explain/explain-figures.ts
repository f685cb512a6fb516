/** Computes the figures of questions about code: means over cases, except that `onPoint` is the mean over all claims. */

import type { ExplainScores } from './score-explain.ts';

/** Figures from 0 to 1, except for counts and durations. A figure is null if its part was not requested. */
export interface ExplainFigures {
  readonly cases: number;
  readonly hit1: number | null;
  readonly hit5: number | null;
  readonly hit10: number | null;
  readonly recall10: number | null;
  readonly recall20: number | null;
  readonly recall50: number | null;
  readonly contextRecall: number | null;
  readonly contextTokens: number | null;
  readonly contextSpans: number | null;
  readonly listedRecall: number | null;
  readonly choiceRecall: number | null;
  readonly chosenRecall: number | null;
  readonly evidenceRecall: number | null;
  readonly lead2: number | null;
  readonly onPoint: number | null;
  readonly searchP50Ms: number | null;
}

export function computeExplainFigures(scores: readonly ExplainScores[]): ExplainFigures {
  const meanOf = (select: (score: ExplainScores) => number | undefined): number | null =>
    mean(scores.map(select));
  const claims = sum(scores.map((score) => score.claims));
  return {
    cases: scores.length,
    hit1: meanOf((score) => score.hit1),
    hit5: meanOf((score) => score.hit5),
    hit10: meanOf((score) => score.hit10),
    recall10: meanOf((score) => score.recall10),
    recall20: meanOf((score) => score.recall20),
    recall50: meanOf((score) => score.recall50),
    contextRecall: meanOf((score) => score.contextRecall),
    contextTokens: meanOf((score) => score.contextTokens),
    contextSpans: meanOf((score) => score.contextSpans),
    listedRecall: meanOf((score) => score.listedRecall),
    choiceRecall: meanOf((score) => score.choiceRecall),
    chosenRecall: meanOf((score) => score.chosenRecall),
    evidenceRecall: meanOf((score) => score.evidenceRecall),
    lead2: meanOf((score) => score.lead2),
    onPoint: claims === 0 ? null : sum(scores.map((score) => score.onPointClaims)) / claims,
    searchP50Ms: median(scores.map((score) => score.searchMs)),
  };
}

function sum(values: readonly (number | undefined)[]): number {
  return values.reduce<number>((total, value) => total + (value ?? 0), 0);
}

function mean(values: readonly (number | undefined)[]): number | null {
  const present = values.filter((value) => value !== undefined);
  return present.length === 0 ? null : sum(present) / present.length;
}

function median(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;
}
