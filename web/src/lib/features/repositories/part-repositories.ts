/** The repositories of the landing: those whose name, branch or commit hold every word typed, popular ones apart, what can never be asked last. */
import type { Repository } from '../../api.ts';

type Listed = Pick<Repository, 'name' | 'ref' | 'commit' | 'status' | 'servedSnapshotId'> & {
  readonly popular?: boolean;
};

interface RepositoryParts<T> {
  readonly popular: readonly T[];
  readonly own: readonly T[];
}

export function partRepositories<T extends Listed>(
  repositories: readonly T[],
  typed: string,
): RepositoryParts<T> {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = repositories.filter(({ name, ref, commit }) => {
    const text = `${name}\n${ref ?? ''}\n${commit}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const inOrder = found.toSorted((a, b) => Number(neverReady(a)) - Number(neverReady(b)));
  return {
    popular: inOrder.filter((repository) => repository.popular === true),
    own: inOrder.filter((repository) => repository.popular !== true),
  };
}

/** Failed, with nothing of it to ask: a mistyped address, most often. */
function neverReady({
  status,
  servedSnapshotId,
}: Pick<Listed, 'status' | 'servedSnapshotId'>): boolean {
  return status === 'failed' && servedSnapshotId === null;
}
