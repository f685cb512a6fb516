/** What is evaluated: anything that ranks lines of a repository for a question. The server is one, baselines are others. */

import type { EvaluationCase } from './evaluation-case.ts';

/** A stretch of a file as a system returns it: lines 1-based, inclusive. */
export interface Hit {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

export interface Ranking<Found extends Hit = Hit> {
  /** Best first. */
  readonly hits: readonly Found[];
  /** What the question was read as; a baseline reads nothing. */
  readonly class: string;
  /** `out-of-scope` declines it. */
  readonly confidence: string;
  /** The share of the question found. */
  readonly covered?: number;
  /** What it was judged by, by name; undefined where a rule decided or the system tells nothing. */
  readonly judged?: Readonly<Record<string, number>> | undefined;
  /** From the question to the ranking, as the asker waits for it. */
  readonly ms: number;
}

export interface System<Found extends Hit = Hit> {
  readonly name: string;
  rank(asked: EvaluationCase): Promise<Ranking<Found>>;
}
