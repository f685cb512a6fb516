/** Types of an evaluated system, which ranks lines of a repository for a question. The server and the baselines are systems. */

import type { EvaluationCase } from './evaluation-case.ts';

/** A range of lines that a system returns, 1-based and inclusive. */
export interface Hit {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

export interface Ranking<Found extends Hit = Hit> {
  /** Best first. */
  readonly hits: readonly Found[];
  /** The class of the question; `none` for a baseline. */
  readonly class: string;
  /** Confidence of the answer; `out-of-scope` declines it. */
  readonly confidence: string;
  /** Fraction of the question's words, by weight, that the top results contain. */
  readonly covered?: number;
  /** Confidence signals by name; undefined if a rule decided or the system reports none. */
  readonly estimate?: Readonly<Record<string, number>> | undefined;
  /** Elapsed time from the question to the ranking. */
  readonly ms: number;
}

export interface System<Found extends Hit = Hit> {
  readonly name: string;
  rank(evaluationCase: EvaluationCase): Promise<Ranking<Found>>;
}
