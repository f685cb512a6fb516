/**
 * The repository of a page, updated while it is being indexed. A lost event stream is reopened; until then, the page
 * states since when its figures may be out of date.
 */
import { createContext } from 'svelte';
import { api, type Repository } from '../../api.ts';
import { isJobRunning } from './is-job-running.ts';

interface LiveRepository {
  readonly current: Repository;
  /** The event stream was lost and is being reopened. */
  readonly isStale: boolean;
  /** When the stream was lost, in milliseconds since 1970. */
  readonly staleSince: number | null;
  /** Loads the repository again, for example after a retry. If its job runs again, it is watched again. @throws ProblemError */
  readonly refresh: () => Promise<void>;
}

export const [useRepository, provideRepository] = createContext<LiveRepository>();

const retryMs = 2000;

/** Call it during component initialization. It watches the repository while the component exists and a job runs. */
export function createLiveRepository(getLoaded: () => Repository): LiveRepository {
  let current = $derived(getLoaded());
  let staleSince = $state<number | null>(null);
  const id = $derived(getLoaded().id);
  const isRunning = $derived(isJobRunning(current));

  function replaceCurrent(repository: Repository): void {
    current = repository;
    staleSince = null;
  }

  async function watch(repositoryId: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await watchOnce(repositoryId, signal).catch(() => undefined);
      if (signal.aborted || !isJobRunning(current)) return;
      staleSince ??= Date.now();
      await waitForRetry(signal);
    }
  }

  /** Reads one event stream until it ends or the network is lost, which an idle stream does not detect. @throws if the stream fails */
  async function watchOnce(repositoryId: string, signal: AbortSignal): Promise<void> {
    const connection = new AbortController();
    const disconnect = (): void => connection.abort();
    addEventListener('offline', disconnect);
    try {
      for await (const repository of api.watchRepository(
        repositoryId,
        AbortSignal.any([signal, connection.signal]),
      )) {
        if (signal.aborted) return;
        replaceCurrent(repository);
        if (!isJobRunning(repository)) return;
      }
    } finally {
      removeEventListener('offline', disconnect);
    }
  }

  $effect(() => {
    if (!isRunning) return;
    const controller = new AbortController();
    void watch(id, controller.signal);
    return () => controller.abort();
  });

  return {
    get current() {
      return current;
    },
    get isStale() {
      return staleSince !== null;
    },
    get staleSince() {
      return staleSince;
    },
    refresh: async () => replaceCurrent(await api.getRepository(id)),
  };
}

/** Waits for the retry delay. The wait ends early when the network returns or the signal aborts. */
function waitForRetry(signal: AbortSignal): Promise<void> {
  const listeners = new AbortController();
  return new Promise((resolve) => {
    const finish = (): void => {
      listeners.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(finish, retryMs);
    addEventListener('online', finish, { signal: listeners.signal });
    signal.addEventListener('abort', finish, { signal: listeners.signal });
  });
}
