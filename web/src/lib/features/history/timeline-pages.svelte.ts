/** The commits of a path a page at a time, the newest first; each page asked for goes below those that are there. */
import { createAbortableApi, type Problem, type Timeline } from '../../api.ts';
import { problemFrom } from '../search/problem-from.ts';

interface TimelinePages {
  /** Undefined before the first page. */
  readonly entries: Timeline['entries'] | undefined;
  readonly notes: readonly string[];
  readonly waiting: boolean;
  readonly problem: Problem | undefined;
  /** There are commits before the last of these. */
  readonly hasOlder: boolean;
  /** Asks for the page below, or again for the one that could not be had. */
  readonly older: () => Promise<void>;
}

interface Asked {
  readonly repositoryId: string;
  readonly version: string | undefined;
  readonly path: string;
}

/** Call it while a component is set up. Null asks nothing. */
export function createTimelinePages(question: () => Asked | null): TimelinePages {
  let entries = $state.raw<Timeline['entries']>();
  let notes = $state.raw<readonly string[]>([]);
  let next = $state<string | null>(null);
  let waiting = $state(false);
  let problem = $state.raw<Problem>();
  let signal = AbortSignal.abort();

  async function ask({ repositoryId, version, path }: Asked, before: string | null): Promise<void> {
    const mine = signal;
    waiting = true;
    try {
      const of = { path, version, ...(before === null ? {} : { before }) };
      const page = await createAbortableApi(mine).timeline(repositoryId, of);
      if (mine.aborted) return;
      entries = before === null ? page.entries : [...(entries ?? []), ...page.entries];
      ({ notes, next } = page);
      problem = undefined;
    } catch (thrown) {
      if (mine.aborted) return;
      problem = problemFrom(thrown);
    }
    waiting = false;
  }

  $effect(() => {
    const asked = question();
    const controller = new AbortController();
    ({ signal } = controller);
    entries = undefined;
    problem = undefined;
    next = null;
    waiting = false;
    if (asked !== null) void ask(asked, null);
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
      const asked = question();
      if (asked !== null && !waiting) await ask(asked, next);
    },
  };
}
