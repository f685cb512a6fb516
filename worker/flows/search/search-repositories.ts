/**
 * Searches several repositories with one query. The words of the query are counted in a limited number of repositories, and those with the
 * most words are searched, a few at a time, so that the cost is bounded. Scores are relative to the best result of a repository, so they are
 * weighted by the probability that it has an answer.
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
/** Maximum number of repositories in which the words are counted, and of those whose counts are read at once. */
export const maxCountedRepositories = 300;
const countedAtOnce = 50;
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
  /** Sentences about repositories that could not be searched, and about what the searches could not do. */
  readonly notes: readonly string[];
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
  const { candidates, uncounted } = await listCandidates(services, viewer, ids);
  const { chosen, unreadable } = await chooseRepositories(services, candidates, query);
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
    omitted: candidates.length + uncounted - searched.length,
    notes: [...describeOmissions(uncounted, unreadable), ...mergeNotes(searched)],
  };
}

async function listCandidates(
  { catalog }: Pick<Services, 'catalog'>,
  viewer: Viewer,
  ids: readonly string[] | undefined,
): Promise<{ readonly candidates: readonly Candidate[]; readonly uncounted: number }> {
  const readable = await catalog.listRepositories(viewer);
  const unknown = ids?.find((id) => !readable.some((repository) => repository.id === id));
  if (unknown !== undefined)
    throw new AppError('repository_not_found', `There is no repository ${JSON.stringify(unknown)}.`);
  const requested = readable
    .filter(({ id }) => ids === undefined || ids.includes(id))
    .toSorted((a, b) => changedAt(b) - changedAt(a));
  const counted = requested.slice(0, maxCountedRepositories);
  const snapshots = await catalog.listSnapshots(counted.map(({ id }) => id));
  const candidates = counted.flatMap((repository) => {
    // Only published versions are searched.
    const served = snapshots.find(
      ({ repositoryId, generation }) => repositoryId === repository.id && generation > 0,
    );
    if (served === undefined) return [];
    const key = { shard: repository.shard, snapshot: served.number, generation: served.generation };
    return [{ repository, key }];
  });
  return { candidates, uncounted: requested.length - counted.length };
}

function changedAt({ createdAt, refreshedAt = createdAt }: Repository): number {
  return refreshedAt;
}

/**
 * Chooses the repositories that contain the most words of the query. Those without any of them, and those that cannot be read, are omitted.
 * @throws what the index throws, if no repository can be read
 */
async function chooseRepositories(
  { textIndex }: Pick<Services, 'textIndex'>,
  candidates: readonly Candidate[],
  query: string,
): Promise<{ readonly chosen: readonly Candidate[]; readonly unreadable: number }> {
  const { terms } = readQuestion(query);
  const countWords = async (candidate: Candidate) => {
    const { frequencies } = await readTermStatistics(textIndex, candidate.key, terms);
    const counts = [...frequencies.values()].filter((count) => count > 0);
    const occurrences = counts.reduce((sum, count) => sum + Math.log1p(count), 0);
    return { candidate, words: counts.length, occurrences };
  };
  const results: PromiseSettledResult<Awaited<ReturnType<typeof countWords>>>[] = [];
  for (let start = 0; start < candidates.length; start += countedAtOnce) {
    const group = candidates.slice(start, start + countedAtOnce);
    results.push(...(await Promise.allSettled(group.map(countWords))));
  }
  const counted = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failure = results.find((result) => result.status === 'rejected');
  if (counted.length === 0 && failure !== undefined) throw failure.reason;
  const chosen = counted
    .filter(({ words }) => words > 0)
    .toSorted((a, b) => b.words - a.words || b.occurrences - a.occurrences)
    .slice(0, maxSearchedRepositories)
    .map(({ candidate }) => candidate);
  return { chosen, unreadable: candidates.length - counted.length };
}

function describeOmissions(uncounted: number, unreadable: number): readonly string[] {
  return [
    ...(uncounted === 0
      ? []
      : [
          `Only the ${maxCountedRepositories} most recently added or refreshed repositories were considered, ${uncounted} were not. Name repositories in the request to search others.`,
        ]),
    ...(unreadable === 0
      ? []
      : [
          `The index of ${unreadable} ${unreadable === 1 ? 'repository' : 'repositories'} could not be read. Search again to include it.`,
        ]),
  ];
}

/** Merges equal notes of several repositories, and names the repositories. */
function mergeNotes(searched: readonly RepositoryOutcome[]): readonly string[] {
  const namesByNote = new Map<string, string[]>();
  for (const { repository, outcome } of searched)
    for (const note of outcome.notes) {
      const names = namesByNote.get(note) ?? [];
      namesByNote.set(note, [...names, repository.name]);
    }
  return [...namesByNote].map(([note, names]) => `${names.join(', ')}: ${note}`);
}

/** Codes of errors after which a repository is not searched: it or its version was removed in the meantime, or its owner has lost access. */
const removalCodes: ReadonlySet<string> = new Set([
  'repository_not_found',
  'version_not_found',
  'not_ready',
  'indexing_failed',
]);

/** @returns undefined if the repository can no longer be searched */
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
    if (thrown instanceof AppError && removalCodes.has(thrown.code)) return undefined;
    throw thrown;
  }
}
