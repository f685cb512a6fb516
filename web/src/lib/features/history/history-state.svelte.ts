/**
 * The known history of a version, loaded again every few seconds until it is complete, and only while the page is visible. If a
 * request fails, the last result stays.
 */
import { createAbortableApi, type HistoryStateView } from '../../api.ts';

interface KnownHistory {
  /** Undefined before the first response. */
  readonly latest: HistoryStateView | undefined;
  /** The last request failed. */
  readonly failed: boolean;
}

const againMs = 3000;

/** Call it during component initialization. Null sends no request. */
export function createHistoryState(
  question: () => { readonly id: string; readonly snapshotId: string } | null,
): KnownHistory {
  let latest = $state.raw<HistoryStateView>();
  let failed = $state(false);
  const request = $derived(JSON.stringify(question()));

  $effect(() => {
    const version = JSON.parse(request) as ReturnType<typeof question>;
    latest = undefined;
    failed = false;
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
        failed = false;
      } catch {
        if (signal.aborted) return;
        failed = true;
      }
      if (latest?.complete === true) return;
      await untilLookedAt(signal);
    }
  }

  return {
    get latest() {
      return latest;
    },
    get failed() {
      return failed;
    },
  };
}

/** A pause that continues while the page is hidden. */
async function untilLookedAt(signal: AbortSignal): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, againMs));
  while (document.hidden && !signal.aborted);
}
