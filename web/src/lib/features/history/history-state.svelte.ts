/**
 * The known history of a version. Until the history is complete, it is loaded again every few seconds while the page is visible.
 * If a request fails, the last result stays.
 */
import { createAbortableApi, type HistoryStateView } from '../../api.ts';

interface KnownHistory {
  /** Undefined before the first response. */
  readonly latest: HistoryStateView | undefined;
  /** The last request failed. */
  readonly hasFailed: boolean;
}

const pollMs = 3000;

/** Call it during component initialization. @param getVersion returns null to send no request */
export function createHistoryState(
  getVersion: () => { readonly id: string; readonly snapshotId: string } | null,
): KnownHistory {
  let latest = $state.raw<HistoryStateView>();
  let hasFailed = $state(false);
  // Compared by value, so that the same version is loaded once.
  const versionKey = $derived(JSON.stringify(getVersion()));

  $effect(() => {
    const version = JSON.parse(versionKey) as ReturnType<typeof getVersion>;
    latest = undefined;
    hasFailed = false;
    if (version === null) return;
    const controller = new AbortController();
    void watch(version, controller.signal);
    return () => controller.abort();
  });

  async function watch(
    version: { readonly id: string; readonly snapshotId: string },
    signal: AbortSignal,
  ): Promise<void> {
    while (!signal.aborted) {
      try {
        const state = await createAbortableApi(signal).historyState(version);
        if (signal.aborted) return;
        latest = state;
        hasFailed = false;
      } catch {
        if (signal.aborted) return;
        hasFailed = true;
      }
      if (latest?.complete === true) return;
      await waitUntilVisible(signal);
    }
  }

  return {
    get latest() {
      return latest;
    },
    get hasFailed() {
      return hasFailed;
    },
  };
}

/** Waits for the poll interval, and longer while the page is hidden. */
async function waitUntilVisible(signal: AbortSignal): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, pollMs));
  while (document.hidden && !signal.aborted);
}
