/**
 * The repository a page is about, kept up to date while it is being indexed. A dropped event stream is taken up again;
 * until then the page says that what it shows may be old.
 */
import { createContext } from 'svelte';
import { api, type Repository } from '../../api.ts';
import { isAtWork } from './is-at-work.ts';

export interface LiveRepository {
  readonly current: Repository;
  /** The event stream is lost and being taken up again. */
  readonly stale: boolean;
}

export const [useRepository, provideRepository] = createContext<LiveRepository>();

const retryMs = 2000;

/** Call it while a component is set up; it watches as long as the component lives and work goes on. */
export function createLiveRepository(loaded: () => Repository): LiveRepository {
  let current = $derived(loaded());
  let stale = $state(false);
  const id = $derived(loaded().id);
  const working = $derived(isAtWork(current));

  async function watch(repositoryId: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        for await (const repository of api.watchRepository(repositoryId, signal)) {
          if (signal.aborted) return;
          current = repository;
          stale = false;
          if (!isAtWork(repository)) return;
        }
      } catch {
        stale = !signal.aborted;
      }
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }

  $effect(() => {
    if (!working) return;
    const controller = new AbortController();
    void watch(id, controller.signal);
    return () => controller.abort();
  });

  return {
    get current() {
      return current;
    },
    get stale() {
      return stale;
    },
  };
}
