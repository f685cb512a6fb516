/**
 * What is known of a version's history, asked again every few seconds while it may still grow: until it is said to be complete, and
 * only while the page is looked at. A look that fails keeps what is known; the next may do better.
 */
import { createAbortableApi, type HistoryStateView } from '../../api.ts';

export interface KnownHistory {
  /** Undefined before the first answer. */
  readonly latest: HistoryStateView | undefined;
  /** The last look failed. */
  readonly failed: boolean;
}

const againMs = 3000;

/** Call it while a component is set up. Null asks nothing. */
export function createHistoryState(
  question: () => { readonly id: string; readonly snapshotId: string } | null,
): KnownHistory {
  let latest = $state.raw<HistoryStateView>();
  let failed = $state(false);
  const asked = $derived(JSON.stringify(question()));

  $effect(() => {
    const version = JSON.parse(asked) as ReturnType<typeof question>;
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

/** A pause that lasts while the page is hidden. */
async function untilLookedAt(signal: AbortSignal): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, againMs));
  while (document.hidden && !signal.aborted);
}
