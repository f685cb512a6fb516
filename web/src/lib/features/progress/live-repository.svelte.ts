/**
 * The repository a page is about, kept up to date while it is being indexed. A dropped event stream is taken up again;
 * until then the page says since when what it shows may be old.
 */
import { createContext } from 'svelte';
import { api, type Repository } from '../../api.ts';
import { isAtWork } from './is-at-work.ts';

interface LiveRepository {
  readonly current: Repository;
  /** The event stream is lost and being taken up again. */
  readonly stale: boolean;
  /** When it was lost, in milliseconds of the epoch. */
  readonly staleSince: number | null;
  /** Reads it anew, as after an indexing was taken up again: then it is followed again. @throws ProblemError */
  readonly refresh: () => Promise<void>;
}

export const [useRepository, provideRepository] = createContext<LiveRepository>();

const retryMs = 2000;

/** Call it while a component is set up; it watches as long as the component lives and work goes on. */
export function createLiveRepository(loaded: () => Repository): LiveRepository {
  let current = $derived(loaded());
  let staleSince = $state<number | null>(null);
  const id = $derived(loaded().id);
  const working = $derived(isAtWork(current));

  function take(repository: Repository): void {
    current = repository;
    staleSince = null;
  }

  async function watch(repositoryId: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await watchOnce(repositoryId, signal).catch(() => undefined);
      if (signal.aborted || !isAtWork(current)) return;
      staleSince ??= Date.now();
      await untilRetry(signal);
    }
  }

  /** Until the stream ends or breaks, or the network is gone: a stream that waits does not notice that by itself. */
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
        if (!isAtWork(repository)) return;
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

/** A pause, cut short when the network comes back or nobody waits any more. */
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
