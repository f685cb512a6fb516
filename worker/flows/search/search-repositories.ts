/**
 * Searches several repositories with one query. Only those that contain most of the query's words are searched, a few at a time, so that the
 * cost is bounded. Scores are relative to the best result of a repository, so they are weighted by the probability that it has an answer.
 */

import { AppError } from '../../core/errors.ts';
import type { Confidence } from '../../core/answers/question.ts';
import type { Repository, SnapshotKey } from '../../core/repositories/repository.ts';
import type { Viewer } from '../../core/viewer.ts';
import { readQuestion } from '../../retrieval/question/read-question.ts';
import { readTermStatistics } from '../../retrieval/search/search-terms.ts';
import type { Services } from '../services.ts';
import { noFilters } from './search-filters.ts';
import { searchSnapshot, type SearchOutcome } from './search-snapshot.ts';

/** Maximum number of repositories that one request searches. */
export const maxSearchedRepositories = 8;
const maxAtOnce = 2;
/** Used if a rule, and no estimate, decided the confidence. */
const probabilityByConfidence = { high: 0.9, low: 0.4, 'out-of-scope': 0.05 } as const satisfies Record<
  Confidence,
  number
>;

export interface RepositoryOutcome {
  readonly repository: Pick<Repository, 'id' | 'name'>;
  readonly outcome: SearchOutcome;
  /** Weight of this repository's scores, 0 to 1. */
  readonly weight: number;
}

interface SearchedRepositories {
  /** The most probable repository first. */
  readonly searched: readonly RepositoryOutcome[];
  /** Number of readable repositories that were not searched. */
  readonly omitted: number;
}

interface Candidate {
  readonly repository: Repository;
  readonly key: SnapshotKey;
}

/**
 * @param ids the repositories to search; all that the viewer may read if undefined
 * @throws AppError `repository_not_found` for an id that the viewer may not read
 */
export async function searchRepositories(
  services: Services,
  viewer: Viewer,
  {
    query,
    topK,
    ids,
  }: { readonly query: string; readonly topK: number; readonly ids?: readonly string[] | undefined },
): Promise<SearchedRepositories> {
  const candidates = await listCandidates(services, viewer, ids);
  const chosen = await chooseRepositories(services, candidates, query);
  const searched: RepositoryOutcome[] = [];
  const pending = [...chosen];
  const searchNext = async (): Promise<void> => {
    for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
      const found = await searchRepository(services, viewer, { repository: next.repository, query, topK });
      if (found !== undefined) searched.push(found);
    }
  };
  await Promise.all(Array.from({ length: maxAtOnce }, searchNext));
  return {
    searched: searched.toSorted((a, b) => b.weight - a.weight),
    omitted: candidates.length - searched.length,
  };
}

async function listCandidates(
  { catalog }: Pick<Services, 'catalog'>,
  viewer: Viewer,
  ids: readonly string[] | undefined,
): Promise<readonly Candidate[]> {
  const readable = await catalog.listRepositories(viewer);
  const unknown = ids?.find((id) => !readable.some((repository) => repository.id === id));
  if (unknown !== undefined)
    throw new AppError('repository_not_found', `There is no repository ${JSON.stringify(unknown)}.`);
  const requested = readable.filter(({ id }) => ids === undefined || ids.includes(id));
  const snapshots = await catalog.listSnapshots(requested.map(({ id }) => id));
  return requested.flatMap((repository) => {
    // Only published versions are searched.
    const served = snapshots.find(
      ({ repositoryId, generation }) => repositoryId === repository.id && generation > 0,
    );
    if (served === undefined) return [];
    const key = { shard: repository.shard, snapshot: served.number, generation: served.generation };
    return [{ repository, key }];
  });
}

/** The repositories that contain most of the query's words. Those without any of them are omitted. */
async function chooseRepositories(
  { textIndex }: Pick<Services, 'textIndex'>,
  candidates: readonly Candidate[],
  query: string,
): Promise<readonly Candidate[]> {
  const { terms } = readQuestion(query);
  const rated = await Promise.all(
    candidates.map(async (candidate) => {
      const { frequencies } = await readTermStatistics(textIndex, candidate.key, terms);
      const counts = [...frequencies.values()].filter((count) => count > 0);
      const occurrences = counts.reduce((sum, count) => sum + Math.log1p(count), 0);
      return { candidate, words: counts.length, occurrences };
    }),
  );
  return rated
    .filter(({ words }) => words > 0)
    .toSorted((a, b) => b.words - a.words || b.occurrences - a.occurrences)
    .slice(0, maxSearchedRepositories)
    .map(({ candidate }) => candidate);
}

/** @returns undefined if the repository was removed in the meantime, or its owner has lost access on the host */
async function searchRepository(
  services: Services,
  viewer: Viewer,
  {
    repository: { id, name },
    query,
    topK,
  }: { readonly repository: Repository; readonly query: string; readonly topK: number },
): Promise<RepositoryOutcome | undefined> {
  try {
    const outcome = await searchSnapshot(services, viewer, {
      id,
      version: undefined,
      query,
      topK,
      filters: noFilters,
      expandGraph: false,
      ranking: {},
      modalityQuery: undefined,
    });
    const weight = outcome.estimate?.probability ?? probabilityByConfidence[outcome.confidence];
    return { repository: { id, name }, outcome, weight };
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'repository_not_found') return undefined;
    throw thrown;
  }
}
