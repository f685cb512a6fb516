/** The repositories of the landing: those whose name, branch or commit hold every word typed, popular ones apart. */
import type { Repository } from '../../api.ts';

type Listed = Pick<Repository, 'name' | 'ref' | 'commit'> & { readonly popular?: boolean };

export interface RepositoryParts<T> {
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
  return {
    popular: found.filter((repository) => repository.popular === true),
    own: found.filter((repository) => repository.popular !== true),
  };
}
