/**
 * Orders the repositories of a list: the best matches for the typed text first, then the last used ones. Repositories that failed without a
 * snapshot come last. The landing page shows the popular ones and those of other users in lists of their own.
 */
import type { Repository } from '../../api.ts';
import { rankName } from './rank-name.ts';

type ListedRepository = Pick<Repository, 'id' | 'name' | 'ref' | 'commit' | 'status' | 'servedSnapshotId'> & {
  readonly popular?: boolean;
  readonly isOwn?: boolean;
};

interface RepositoryGroups<T> {
  readonly popular: readonly T[];
  readonly own: readonly T[];
  /** Of other users, who let everyone read them. */
  readonly others: readonly T[];
}

/** @param lastUsed when this browser last opened a repository; 0 for never */
export function orderRepositories<T extends ListedRepository>(
  repositories: readonly T[],
  typedText: string,
  lastUsed: (id: string) => number,
): readonly T[] {
  return repositories
    .flatMap((repository) => {
      const rank = rankRepository(repository, typedText);
      return rank === undefined ? [] : [{ repository, rank }];
    })
    .toSorted(
      (a, b) =>
        Number(hasNeverSucceeded(a.repository)) - Number(hasNeverSucceeded(b.repository)) ||
        a.rank - b.rank ||
        lastUsed(b.repository.id) - lastUsed(a.repository.id),
    )
    .map(({ repository }) => repository);
}

export function groupRepositories<T extends ListedRepository>(
  repositories: readonly T[],
  typedText: string,
  lastUsed: (id: string) => number,
): RepositoryGroups<T> {
  const ordered = orderRepositories(repositories, typedText, lastUsed);
  return {
    popular: ordered.filter((repository) => repository.popular === true),
    own: ordered.filter(({ popular, isOwn }) => popular !== true && isOwn !== false),
    others: ordered.filter(({ popular, isOwn }) => popular !== true && isOwn === false),
  };
}

function rankRepository({ name, ref, commit }: ListedRepository, typedText: string): number | undefined {
  const facts = `${name}\n${ref ?? ''}\n${commit}`.toLowerCase();
  const words = typedText.toLowerCase().split(/\s+/).filter(Boolean);
  return rankName(name, typedText) ?? (words.every((word) => facts.includes(word)) ? 1 : undefined);
}

/** Whether indexing failed before any snapshot was ready, usually because of a misspelled address. */
function hasNeverSucceeded({
  status,
  servedSnapshotId,
}: Pick<ListedRepository, 'status' | 'servedSnapshotId'>): boolean {
  return status === 'failed' && servedSnapshotId === null;
}
