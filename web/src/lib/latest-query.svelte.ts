/**
 * Loads the answer to the current request. A new request cancels the previous one at once and loads after a debounce delay. The last
 * answer stays available until the new one arrives.
 */
import { untrack } from 'svelte';
import type { Problem } from './api.ts';
import { toAppProblem } from './to-problem.ts';

export interface LatestQuery<Answer> {
  /** The last answer; undefined before the first one, after a failure, and while there is no request. */
  readonly answer: Answer | undefined;
  /** Why the last request failed. */
  readonly problem: Problem | undefined;
  /** The current request has no answer yet. */
  readonly isLoading: boolean;
  readonly retry: () => void;
}

/** Call it during component initialization. */
export function createLatestQuery<Request, Answer>(options: {
  /** Returns null when there is nothing to load. */
  readonly request: () => Request | null;
  readonly load: (request: Request, signal: AbortSignal) => Promise<Answer>;
  /** Returns a cached answer, which is used at once. */
  readonly findCached?: (request: Request) => Answer | undefined;
  readonly debounceMs: number;
}): LatestQuery<Answer> {
  let state = $state.raw<{ answer?: Answer; problem?: Problem; isLoading: boolean }>({ isLoading: false });
  let attempt = $state(0);

  $effect(() => {
    void attempt;
    const request = options.request();
    const cached = request === null ? undefined : options.findCached?.(request);
    if (request === null || cached !== undefined) {
      state = cached === undefined ? { isLoading: false } : { answer: cached, isLoading: false };
      return;
    }
    const controller = new AbortController();
    const timer = setTimeout(() => void run(request, controller.signal), options.debounceMs);
    untrack(() => (state = { ...state, isLoading: true }));
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  });

  async function run(request: Request, signal: AbortSignal): Promise<void> {
    try {
      const answer = await options.load(request, signal);
      if (!signal.aborted) state = { answer, isLoading: false };
    } catch (thrown) {
      if (!signal.aborted) state = { problem: toAppProblem(thrown), isLoading: false };
    }
  }

  return {
    get answer() {
      return state.answer;
    },
    get problem() {
      return state.problem;
    },
    get isLoading() {
      return state.isLoading;
    },
    retry: () => (attempt += 1),
  };
}
