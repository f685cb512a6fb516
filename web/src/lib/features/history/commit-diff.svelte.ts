/** Loads the lines that a commit changed, page by page. Each page of files is appended. */
import { untrack } from 'svelte';
import { createAbortableApi, type CommitDiff, type Problem } from '../../api.ts';
import { toAppProblem } from '../../to-problem.ts';
import type { FilePlace } from '../files/file-address.ts';
import type { FileLines } from './history-address.ts';

interface CommitDiffState {
  /** All pages so far as one; undefined before the first page. */
  readonly diff: CommitDiff | undefined;
  readonly isLoading: boolean;
  readonly problem: Problem | undefined;
  /** Loads the next page, or repeats a request that failed. */
  readonly loadMore: () => Promise<void>;
}

interface DiffRequest extends FilePlace {
  readonly commit: string;
  /** Lines of the version to find in the diff. */
  readonly lines: FileLines | null;
}

/** Call it during component initialization. The request does not change. */
export function createCommitDiff(request: DiffRequest): CommitDiffState {
  let diff = $state.raw<CommitDiff>();
  let isLoading = $state(false);
  let problem = $state.raw<Problem>();
  const controller = new AbortController();

  async function loadMore(): Promise<void> {
    if (isLoading) return;
    isLoading = true;
    try {
      const { repositoryId, version, commit, lines } = request;
      const query = { version, ...lines, ...(diff?.next == null ? {} : { after: diff.next }) };
      const page = await createAbortableApi(controller.signal).readCommitDiff(repositoryId, commit, query);
      diff = { ...page, files: [...(diff?.files ?? []), ...page.files] };
      problem = undefined;
    } catch (thrown) {
      if (controller.signal.aborted) return;
      problem = toAppProblem(thrown);
    }
    isLoading = false;
  }

  $effect(() => {
    untrack(() => void loadMore());
    return () => controller.abort();
  });

  return {
    get diff() {
      return diff;
    },
    get isLoading() {
      return isLoading;
    },
    get problem() {
      return problem;
    },
    loadMore,
  };
}
