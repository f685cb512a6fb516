/** The repository the page is about, for what stands around the page: the top bar, the sidebar, the palette. */
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

/** Call it while the layout of a repository's pages is set up. */
export function showRepository(repository: Shown): void {
  shown = repository;
  onDestroy(() => {
    if (shown === repository) shown = null;
  });
}
