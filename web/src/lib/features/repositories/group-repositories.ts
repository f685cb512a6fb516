/** Filters and groups the repositories of the landing page: popular ones separately, those without any snapshot last. */
import type { Repository } from '../../api.ts';

type Listed = Pick<Repository, 'name' | 'ref' | 'commit' | 'status' | 'servedSnapshotId'> & {
  readonly popular?: boolean;
};

interface RepositoryGroups<T> {
  readonly popular: readonly T[];
  readonly own: readonly T[];
}

export function groupRepositories<T extends Listed>(
  repositories: readonly T[],
  typed: string,
): RepositoryGroups<T> {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = repositories.filter(({ name, ref, commit }) => {
    const text = `${name}\n${ref ?? ''}\n${commit}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const inOrder = matching.toSorted((a, b) => Number(isWithoutSnapshot(a)) - Number(isWithoutSnapshot(b)));
  return {
    popular: inOrder.filter((repository) => repository.popular === true),
    own: inOrder.filter((repository) => repository.popular !== true),
  };
}

/** It failed before any snapshot was ready, mostly because of a misspelled address. */
function isWithoutSnapshot({
  status,
  servedSnapshotId,
}: Pick<Listed, 'status' | 'servedSnapshotId'>): boolean {
  return status === 'failed' && servedSnapshotId === null;
}
