/** The commits of a path, newest first, loaded page by page. Each page is appended. */
import { createAbortableApi, type Problem, type Timeline } from '../../api.ts';
import { toAppProblem } from '../../to-problem.ts';

interface TimelinePages {
  /** Undefined before the first page. */
  readonly entries: Timeline['entries'] | undefined;
  readonly notes: readonly string[];
  readonly waiting: boolean;
  readonly problem: Problem | undefined;
  /** There are older commits. */
  readonly hasOlder: boolean;
  /** Loads the next page, or repeats a request that failed. */
  readonly older: () => Promise<void>;
}

interface TimelineRequest {
  readonly repositoryId: string;
  readonly version: string | undefined;
  readonly path: string;
}

/** Call it during component initialization. Null sends no request. */
export function createTimelinePages(readRequest: () => TimelineRequest | null): TimelinePages {
  let entries = $state.raw<Timeline['entries']>();
  let notes = $state.raw<readonly string[]>([]);
  let next = $state<string | null>(null);
  let waiting = $state(false);
  let problem = $state.raw<Problem>();
  let signal = AbortSignal.abort();

  async function load(
    { repositoryId, version, path }: TimelineRequest,
    before: string | null,
  ): Promise<void> {
    const mine = signal;
    waiting = true;
    try {
      const query = { path, version, ...(before === null ? {} : { before }) };
      const page = await createAbortableApi(mine).timeline(repositoryId, query);
      if (mine.aborted) return;
      entries = before === null ? page.entries : [...(entries ?? []), ...page.entries];
      ({ notes, next } = page);
      problem = undefined;
    } catch (thrown) {
      if (mine.aborted) return;
      problem = toAppProblem(thrown);
    }
    waiting = false;
  }

  $effect(() => {
    const request = readRequest();
    const controller = new AbortController();
    ({ signal } = controller);
    entries = undefined;
    problem = undefined;
    next = null;
    waiting = false;
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
    get waiting() {
      return waiting;
    },
    get problem() {
      return problem;
    },
    get hasOlder() {
      return next !== null;
    },
    older: async () => {
      const request = readRequest();
      if (request !== null && !waiting) await load(request, next);
    },
  };
}
