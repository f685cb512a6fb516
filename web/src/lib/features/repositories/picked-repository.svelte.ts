/**
 * The repository that a question outside a repository's pages goes to: the one that the user picked on the landing page, else the last used
 * one, else the one of the example, else the first that is ready.
 */
import type { Repository } from '../../api.ts';
import { repositoryCatalog } from './repository-catalog.svelte.ts';
import { repositoryUse } from './repository-use.svelte.ts';

let pickedId = $state<string | null>(null);
let suggestedId = $state<string | null>(null);

export const pickedRepository = {
  get current(): Repository | undefined {
    const ready = pickedRepository.choices;
    const find = (id: string | null): Repository | undefined =>
      ready.find((repository) => repository.id === id);
    const [lastUsed] = ready.filter(({ id }) => repositoryUse.lastUsed(id) > 0);
    return find(pickedId) ?? lastUsed ?? find(suggestedId) ?? ready[0];
  },

  /** The repositories that can answer, the last used first. */
  get choices(): readonly Repository[] {
    const ready = repositoryCatalog.all.filter(
      ({ servedSnapshotId, lostAt }) => servedSnapshotId !== null && lostAt === null,
    );
    return ready.toSorted((a, b) => repositoryUse.lastUsed(b.id) - repositoryUse.lastUsed(a.id));
  },

  pick(id: string): void {
    pickedId = id;
  },

  /** The choice of somebody who has used no repository yet. */
  suggest(id: string): void {
    suggestedId = id;
  },
};
