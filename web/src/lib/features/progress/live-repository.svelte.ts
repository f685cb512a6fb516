/**
 * The repository of a page, updated while it is being indexed. A dropped event stream is reopened; until then the page
 * shows since when its figures may be out of date.
 */
import { createContext } from 'svelte';
import { api, type Repository } from '../../api.ts';
import { isJobRunning } from './is-at-work.ts';

interface LiveRepository {
  readonly current: Repository;
  /** The event stream was lost and is being reopened. */
  readonly stale: boolean;
  /** When it was lost, in milliseconds since 1970. */
  readonly staleSince: number | null;
  /** Loads it again, for example after a retry, and follows it if work continues. @throws ProblemError */
  readonly refresh: () => Promise<void>;
}

export const [useRepository, provideRepository] = createContext<LiveRepository>();

const retryMs = 2000;

/** Call it during component initialization. It follows the repository while the component exists and a job runs. */
export function createLiveRepository(loaded: () => Repository): LiveRepository {
  let current = $derived(loaded());
  let staleSince = $state<number | null>(null);
  const id = $derived(loaded().id);
  const working = $derived(isJobRunning(current));

  function take(repository: Repository): void {
    current = repository;
    staleSince = null;
  }

  async function watch(repositoryId: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await watchOnce(repositoryId, signal).catch(() => undefined);
      if (signal.aborted || !isJobRunning(current)) return;
      staleSince ??= Date.now();
      await untilRetry(signal);
    }
  }

  /** Resolves when the stream ends, breaks, or the network is lost, which an idle stream does not notice by itself. */
  async function watchOnce(repositoryId: string, signal: AbortSignal): Promise<void> {
    const lost = new AbortController();
    const lose = (): void => lost.abort();
    addEventListener('offline', lose);
    try {
      for await (const repository of api.watchRepository(
        repositoryId,
        AbortSignal.any([signal, lost.signal]),
      )) {
        if (signal.aborted) return;
        take(repository);
        if (!isJobRunning(repository)) return;
      }
    } finally {
      removeEventListener('offline', lose);
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
      return staleSince !== null;
    },
    get staleSince() {
      return staleSince;
    },
    refresh: async () => take(await api.getRepository(id)),
  };
}

/** A pause that ends early when the network returns or the signal aborts. */
function untilRetry(signal: AbortSignal): Promise<void> {
  const until = new AbortController();
  return new Promise((resolve) => {
    const go = (): void => {
      until.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(go, retryMs);
    addEventListener('online', go, { signal: until.signal });
    signal.addEventListener('abort', go, { signal: until.signal });
  });
}
