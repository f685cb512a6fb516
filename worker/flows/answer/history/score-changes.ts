/** Finds and scores the commits that made a change which a question describes in words. */

import type { QuestionTerm } from '../../../core/answers/question.ts';
import type { CommitRow, HistoryKey, HistoryStore } from '../../../ports/history-store.ts';
import { describeChange, weighTerms } from '../../../retrieval/history/describe-change.ts';
import { scoreChange } from '../../../retrieval/history/score-change.ts';
import type { Services } from '../../services.ts';

export interface ChangeHits {
  readonly commits: readonly CommitRow[];
  /** BM25 score of the changed words relative to the best, by commit id. */
  readonly scores: ReadonlyMap<string, number>;
}

export interface ChangeScore {
  /** How likely the commit is the change: 1 for the most likely, down to 0. */
  readonly likelihood: number;
  /** Fraction of the question's words in message, paths and changed lines, weighted by rarity. */
  readonly coverage: number;
}

type Stores = Pick<Services, 'historyStore'>;
/** A commit with its score, or without one if no word of the question matched. */
type ScoredRow = CommitRow & { readonly score?: number };

const maxHits = 60;
/** A commit whose score is this much below the best is not the change. */
const scoreRange = 10;
/** A term of more than this fraction of the commits is not looked up, except in a small history. */
const maxFraction = 0.25;
const minFrequent = 20;

/**
 * Finds commits by the words of the lines that they changed.
 * @param factor how many times as many commits as usual
 */
export async function findChanges(
  { historyStore }: Stores,
  key: HistoryKey,
  terms: readonly QuestionTerm[],
  factor = 1,
): Promise<ChangeHits> {
  const commits = await historyStore.searchChanges(
    key,
    terms.flatMap((term) => term.variants),
    maxHits * factor,
  );
  return { commits, scores: relativeScores(commits) };
}

/** @returns by commit id */
export async function scoreChanges(
  { historyStore }: Stores,
  key: HistoryKey,
  query: {
    readonly text: string;
    readonly terms: readonly QuestionTerm[];
    readonly rows: readonly CommitRow[];
    readonly words: ReadonlyMap<string, number>;
    readonly hits: ChangeHits;
    readonly similarities: ReadonlyMap<string, number>;
  },
): Promise<ReadonlyMap<string, ChangeScore>> {
  const { text, terms, rows, words, hits, similarities } = query;
  if (terms.length === 0 || rows.length === 0) return new Map();
  const indexTerms = [...new Set(terms.flatMap(({ alternatives }) => alternatives.flat()))];
  const frequencies = await historyStore.commitFrequencies(key, indexTerms);
  const changed = await historyStore.changedTerms(
    key,
    rows.map((row) => row.key),
    indexTerms.filter((term) => isTelling(frequencies, term)),
  );
  const question = weighTerms(text, terms, frequencies);
  const features = rows.map((commit) =>
    describeChange(question, {
      commit,
      words: words.get(commit.id) ?? 0,
      changes: hits.scores.get(commit.id) ?? 0,
      similarity: similarities.get(commit.id) ?? 0,
      changed: changed.get(commit.key),
    }),
  );
  const scores = features.map((one) => scoreChange(one, hits.commits.length > 0));
  const best = Math.max(...scores);
  return new Map(
    rows.map(({ id }, index) => [
      id,
      {
        likelihood: Math.max(0, 1 + ((scores[index] ?? best) - best) / scoreRange),
        coverage: features[index]?.['all'] ?? 0,
      },
    ]),
  );
}

/** A term of many commits decides nothing, and costs the most to look up. */
function isTelling(
  { commits, byTerm }: Awaited<ReturnType<HistoryStore['commitFrequencies']>>,
  term: string,
): boolean {
  const frequency = byTerm.get(term) ?? 0;
  return frequency > 0 && frequency <= Math.max(minFrequent, commits * maxFraction);
}

/** Scores relative to the best, by commit id. */
export function relativeScores(hits: readonly ScoredRow[]): ReadonlyMap<string, number> {
  const best = hits[0]?.score ?? 1;
  return new Map(hits.map(({ id, score = 0 }) => [id, best > 0 ? score / best : 0]));
}
