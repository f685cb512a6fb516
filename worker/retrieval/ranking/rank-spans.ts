/**
 * Ranks candidates. Every score component and feature is available by name, to explain the score and to fit the ranker.
 */

import type { FileRole } from '../../core/files/file.ts';
import type { Question } from '../../core/answers/question.ts';
import type { ChunkRow } from '../../ports/chunk-store.ts';
import type { DescribedCandidate } from './describe-candidates.ts';
import type { Features } from './feature-names.ts';
import { chooseFittedWeights, convertSumsToScores, sumFeatures, computeContributions } from './ranker.ts';
import { compareByScore, roundScore } from './candidate.ts';
import { groupScoreComponents } from './group-score-components.ts';

export interface RankedSpan {
  readonly chunk: ChunkRow;
  readonly score: number;
  /**
   * Components that add up to the score, or to the sum from which the fitted ranker computed it. `role` is already included in each
   * component, and `decay` is a factor of the total.
   */
  readonly scores: Readonly<Record<string, number>>;
  /** The features used by the ranking; undefined for spans added by the graph. */
  readonly features?: Features;
  /** The features of a ranked definition; undefined for a chunk. */
  readonly definitionFeatures?: Readonly<Record<string, number>>;
  /** The path through the graph from a better span; undefined for spans found by search. */
  readonly relations?: readonly string[];
}

/**
 * The ranking method: the fitted ranker, hand-chosen weights (for comparison), or only the fused scores of the
 * searches.
 */
export const rankers = ['learned', 'signals', 'none'] as const;
export type Ranker = (typeof rankers)[number];

/** Hand-chosen weights, from development cases of eight repositories; see the decision record on ranking. */
const weights = {
  definition: 1.2,
  name: 0.6,
  path: 0.5,
  symbol: 0.25,
  coherence: 1,
} as const;

/** Factor for each further chunk of a file. Scores of the fitted ranker are closer together than those of the other rankers. */
const fileDecays = { learned: 0.5, signals: 0.9, none: 0.9 } as const satisfies Record<Ranker, number>;

const roleFactor = {
  source: 1,
  config: 0.5,
  docs: 0.4,
  example: 0.35,
  test: 0.3,
  translation: 0.1,
} as const satisfies Record<FileRole, number>;

export function rankSpans(
  question: Question,
  described: readonly DescribedCandidate[],
  ranker: Ranker,
): readonly RankedSpan[] {
  const scored = { learned: scoreByRanker, signals: scoreBySignals(question), none: scoreByFusion }[ranker](
    described,
  );
  const ranked = described.flatMap(({ candidate: { chunk }, features }, at) => {
    const score = scored[at];
    return score === undefined ? [] : [{ chunk, features, ...score }];
  });
  return applyFileDecay(ranked.sort(compareByScore), fileDecays[ranker]);
}

interface Scored {
  readonly score: number;
  /** Computed on demand, because most candidates are never inspected. */
  readonly contributions: () => Readonly<Record<string, number>>;
}

type ScoredSpan = Scored & Pick<DescribedCandidate, 'features'> & Pick<RankedSpan, 'chunk'>;

function scoreByRanker(described: readonly DescribedCandidate[]): readonly Scored[] {
  const weights = chooseFittedWeights(described.map(({ features }) => features));
  const scores = convertSumsToScores(described.map(({ features }) => sumFeatures(features, weights)));
  return described.map(({ features }, at) => ({
    score: scores[at] ?? 0,
    contributions: () => groupScoreComponents(computeContributions(features, weights)),
  }));
}

function scoreByFusion(described: readonly DescribedCandidate[]): readonly Scored[] {
  return described.map(({ features: { fused } }) => ({ score: fused, contributions: () => ({ fused }) }));
}

function scoreBySignals(question: Question): (described: readonly DescribedCandidate[]) => readonly Scored[] {
  return (described) =>
    described.map(({ candidate: { chunk }, features }) => {
      const role = readRoleFactor(question, chunk.role);
      const contributions = {
        fused: features.fused * role,
        definition: weights.definition * features.defines * role,
        name: weights.name * features.holdsName * role,
        path: weights.path * Math.min(1, features.stem + features.folders / 2) * role,
        symbol: weights.symbol * features.names * role,
        coherence: weights.coherence * features.fileRest * role,
      };
      return {
        score: Object.values(contributions).reduce((sum, contribution) => sum + contribution, 0),
        contributions: () => ({ ...contributions, role }),
      };
    });
}

function readRoleFactor(question: Question, role: FileRole): number {
  if (question.asksForTests && role === 'test') return 1;
  if (question.asksForExamples && role === 'example') return 1;
  if (question.class === 'docs' && (role === 'docs' || role === 'config')) return role === 'docs' ? 1.5 : 0.8;
  return roleFactor[role];
}

/** Reduces the score of each further span of a file, so that other files can rank between them. */
function applyFileDecay(ranked: readonly ScoredSpan[], fileDecay: number): readonly RankedSpan[] {
  const seen = new Map<string, number>();
  return ranked
    .map(({ chunk, features, score, contributions }): RankedSpan => {
      const earlierSpans = seen.get(chunk.path) ?? 0;
      seen.set(chunk.path, earlierSpans + 1);
      const decay = earlierSpans === 0 ? undefined : roundScore(fileDecay ** earlierSpans);
      return {
        chunk,
        features,
        score: roundScore(score * (decay ?? 1)),
        get scores() {
          return { ...roundNonZero(contributions()), ...(decay === undefined ? {} : { decay }) };
        },
      };
    })
    .sort(compareByScore);
}

function roundNonZero(contributions: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(contributions).flatMap(([name, contribution]) =>
      contribution === 0 ? [] : [[name, roundScore(contribution)] as const],
    ),
  );
}
