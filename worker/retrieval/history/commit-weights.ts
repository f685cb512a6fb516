/**
 * Weights that rank commits, by what a question asks for. Those for `introduced` and `lines` were fitted on eight repositories and rounded; those
 * for `why`, and those that `which` adds to the fitted score of a change, were set by hand.
 */

import type { HistoryAspect } from './read-history-question.ts';

interface Weights {
  readonly last: number;
  readonly introduced: number;
  readonly between: number;
  readonly moved: number;
  readonly named: number;
  readonly renamed: number;
  /** For lines introduced before the name of their definition, by a commit that is not part of the name's history. */
  readonly before: number;
  readonly words: number;
  readonly wordCoverage: number;
  readonly similarity: number;
  readonly change: number;
  /** For changing a file that the question names or describes; less for one that the search finds. */
  readonly path: number;
  readonly pullRequest: number;
  readonly trivial: number;
  /** For changing documents if the question is not about them. */
  readonly documents: number;
  readonly sweep: number;
  /** For the newest commit that changed requested lines last. Older commits get less, in equal steps. */
  readonly newest: number;
  /** For the newest candidate. Older ones get less, by age: people ask about changes that they noticed. */
  readonly recent: number;
}

/**
 * `lines`: a request for a line range without a question, where the last change matters most. `quoted`: a question that quotes a
 * line, where the message may show that an earlier change is meant.
 */
export type RankedAspect = HistoryAspect | 'lines' | 'quoted';

export const commitWeights: Readonly<Record<RankedAspect, Weights>> = {
  lines: {
    last: 1,
    introduced: 0.3,
    between: 0.3,
    moved: 0.8,
    named: 0,
    renamed: 0,
    before: 0,
    words: 0.1,
    wordCoverage: 0,
    similarity: 0.2,
    change: 0,
    path: 0,
    pullRequest: 0,
    trivial: -0.3,
    documents: 0,
    sweep: -0.1,
    newest: 0,
    recent: 0,
  },
  quoted: {
    last: 1,
    introduced: 0.35,
    between: 0.3,
    moved: 0,
    named: 0,
    renamed: 0,
    before: 0,
    words: 0.2,
    wordCoverage: 0.5,
    similarity: 0.6,
    change: 0,
    path: 0,
    pullRequest: 0,
    trivial: -0.6,
    documents: -0.4,
    sweep: -0.2,
    newest: 0,
    recent: 0,
  },
  why: {
    last: 0.6,
    introduced: 0.7,
    between: 0.4,
    moved: 0,
    named: 0.2,
    renamed: 0,
    before: 0,
    words: 0.5,
    wordCoverage: 0.8,
    similarity: 0.8,
    change: 0,
    path: 0.1,
    pullRequest: 0,
    trivial: -0.6,
    documents: -0.4,
    sweep: -0.3,
    newest: 0,
    recent: 0,
  },
  which: {
    last: 1,
    introduced: 0.6,
    between: 1.2,
    moved: 0,
    named: -1,
    renamed: -1,
    before: 0,
    words: 0,
    wordCoverage: 1,
    similarity: 0,
    change: 10,
    path: 1.5,
    pullRequest: 0.5,
    trivial: 0,
    documents: -1,
    sweep: -0.6,
    newest: 0,
    recent: 4,
  },
  introduced: {
    last: 0.1,
    introduced: 0.6,
    between: 0,
    moved: 0,
    named: 1.1,
    renamed: 0.7,
    before: 1.6,
    words: 0,
    wordCoverage: 0.2,
    similarity: 0.8,
    change: 0,
    path: 0.1,
    pullRequest: 0,
    trivial: -0.3,
    documents: 0,
    sweep: 0,
    newest: 0,
    recent: 0,
  },
  last: {
    last: 0.3,
    introduced: 0,
    between: 0,
    moved: 0,
    named: 0,
    renamed: 0,
    before: 0,
    words: 0.1,
    wordCoverage: 0,
    similarity: 0,
    change: 0,
    path: 0,
    pullRequest: 0,
    trivial: 0,
    documents: 0,
    sweep: 0,
    newest: 2,
    recent: 0,
  },
};
