/** Filters the repositories of the landing page and separates the popular ones. Repositories that failed without a snapshot come last. */
import type { Repository } from '../../api.ts';

type ListedRepository = Pick<Repository, 'name' | 'ref' | 'commit' | 'status' | 'servedSnapshotId'> & {
  readonly popular?: boolean;
};

interface RepositoryGroups<T> {
  readonly popular: readonly T[];
  readonly own: readonly T[];
}

export function groupRepositories<T extends ListedRepository>(
  repositories: readonly T[],
  typedText: string,
): RepositoryGroups<T> {
  const words = typedText.toLowerCase().split(/\s+/).filter(Boolean);
  const matchingRepositories = repositories.filter(({ name, ref, commit }) => {
    const text = `${name}\n${ref ?? ''}\n${commit}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const orderedRepositories = matchingRepositories.toSorted(
    (a, b) => Number(hasNeverSucceeded(a)) - Number(hasNeverSucceeded(b)),
  );
  return {
    popular: orderedRepositories.filter((repository) => repository.popular === true),
    own: orderedRepositories.filter((repository) => repository.popular !== true),
  };
}

/** Whether indexing failed before any snapshot was ready, usually because of a misspelled address. */
function hasNeverSucceeded({
  status,
  servedSnapshotId,
}: Pick<ListedRepository, 'status' | 'servedSnapshotId'>): boolean {
  return status === 'failed' && servedSnapshotId === null;
}
