/**
 * Reloads the list of repositories while a component exists and its page is visible: often while a repository is being indexed, and otherwise
 * because one may be added from a terminal. The list is polled: a browser opens at most six connections to a server, and each event stream
 * would occupy one.
 */
import { untrack } from 'svelte';
import { isJobRunning } from '../progress/is-job-running.ts';
import { repositoryCatalog } from './repository-catalog.svelte.ts';

const runningMs = 2000;
const idleMs = 10_000;

/** Call it during component initialization. The frame of the page loads the list the first time. */
export function watchCatalog(): void {
  const pauseMs = $derived(repositoryCatalog.all.some(isJobRunning) ? runningMs : idleMs);

  $effect(() => {
    const timer = setInterval(refresh, pauseMs);
    return () => clearInterval(timer);
  });

  $effect(() => {
    if (untrack(() => repositoryCatalog.isLoaded)) refresh();
    document.addEventListener('visibilitychange', refresh);
    return () => document.removeEventListener('visibilitychange', refresh);
  });
}

function refresh(): void {
  if (document.visibilityState === 'visible') repositoryCatalog.refresh().catch(() => undefined);
}
