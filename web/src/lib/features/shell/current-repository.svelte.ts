/** The repository of the current page, for the top bar, the sidebar and the palette. */
import { onDestroy } from 'svelte';
import type { Repository } from '../../api.ts';

interface RepositoryState {
  readonly current: Repository;
}

let currentState = $state.raw<RepositoryState | null>(null);

export const currentRepository = {
  get value(): Repository | null {
    return currentState?.current ?? null;
  },
};

/** Call it during the initialization of a repository layout. */
export function setCurrentRepository(repository: RepositoryState): void {
  currentState = repository;
  onDestroy(() => {
    // The layout of another repository may have replaced it already.
    if (currentState === repository) currentState = null;
  });
}
