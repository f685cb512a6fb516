/** The repository of the current page, for the top bar, the sidebar and the palette. */
import { onDestroy } from 'svelte';
import type { Repository } from '../../api.ts';

interface Shown {
  readonly current: Repository;
}

let shown = $state.raw<Shown | null>(null);

export const currentRepository = {
  get value(): Repository | null {
    return shown?.current ?? null;
  },
};

/** Call it during the initialization of a repository layout. */
export function showRepository(repository: Shown): void {
  shown = repository;
  onDestroy(() => {
    if (shown === repository) shown = null;
  });
}
