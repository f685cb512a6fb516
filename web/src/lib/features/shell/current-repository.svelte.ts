/**
 * The repository of the current page, for the top bar, the sidebar and the palette. It brings the component of the top bar that switches to
 * another one, so that the other pages do not load it.
 */
import { onDestroy, type Component } from 'svelte';
import type { Repository } from '../../api.ts';

interface RepositoryState {
  readonly current: Repository;
}

type Switcher = Component<{ repository: Repository }>;

let currentState = $state.raw<RepositoryState | null>(null);
let switcher = $state.raw<Switcher>();

export const currentRepository = {
  get value(): Repository | null {
    return currentState?.current ?? null;
  },
  get Switcher(): Switcher | undefined {
    return switcher;
  },
};

/** Call it during the initialization of a repository layout. */
export function setCurrentRepository(repository: RepositoryState, Switcher: Switcher): void {
  currentState = repository;
  switcher = Switcher;
  onDestroy(() => {
    // The layout of another repository may have replaced it already.
    if (currentState === repository) currentState = null;
  });
}
