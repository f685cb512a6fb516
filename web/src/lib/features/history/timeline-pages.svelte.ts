/** Loads the commits of a path, newest first, page by page. Each page is appended. */
import { createAbortableApi, type Problem, type Timeline } from '../../api.ts';
import { toAppProblem } from '../../to-problem.ts';

interface TimelinePages {
  /** Undefined before the first page. */
  readonly entries: Timeline['entries'] | undefined;
  readonly notes: readonly string[];
  readonly isLoading: boolean;
  readonly problem: Problem | undefined;
  /** There are older commits. */
  readonly hasOlder: boolean;
  /** Loads the next page, or repeats a request that failed. */
  readonly loadOlder: () => Promise<void>;
}

interface TimelineRequest {
  readonly repositoryId: string;
  readonly version: string | undefined;
  readonly path: string;
}

/** Call it during component initialization. @param readRequest returns null to send no request */
export function createTimelinePages(readRequest: () => TimelineRequest | null): TimelinePages {
  let entries = $state.raw<Timeline['entries']>();
  let notes = $state.raw<readonly string[]>([]);
  let next = $state<string | null>(null);
  let isLoading = $state(false);
  let problem = $state.raw<Problem>();
  /** Aborts when another request replaces the current one. */
  let signal = AbortSignal.abort();

  async function load(
    { repositoryId, version, path }: TimelineRequest,
    before: string | null,
  ): Promise<void> {
    const ownSignal = signal;
    isLoading = true;
    try {
      const query = { path, version, ...(before === null ? {} : { before }) };
      const page = await createAbortableApi(ownSignal).timeline(repositoryId, query);
      if (ownSignal.aborted) return;
      entries = before === null ? page.entries : [...(entries ?? []), ...page.entries];
      ({ notes, next } = page);
      problem = undefined;
    } catch (thrown) {
      if (ownSignal.aborted) return;
      problem = toAppProblem(thrown);
    }
    isLoading = false;
  }

  $effect(() => {
    const request = readRequest();
    const controller = new AbortController();
    ({ signal } = controller);
    entries = undefined;
    problem = undefined;
    next = null;
    isLoading = false;
    if (request !== null) void load(request, null);
    return () => controller.abort();
  });

  return {
    get entries() {
      return entries;
    },
    get notes() {
      return notes;
    },
    get isLoading() {
      return isLoading;
    },
    get problem() {
      return problem;
    },
    get hasOlder() {
      return next !== null;
    },
    loadOlder: async () => {
      const request = readRequest();
      if (request !== null && !isLoading) await load(request, next);
    },
  };
}
