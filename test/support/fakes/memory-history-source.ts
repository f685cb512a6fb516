/** A host's history in memory, returned in small pages. It records its requests, and the test can make calls fail. */

import type { FilePatch } from '../../../worker/core/history/commit-patch.ts';
import type { Discussion } from '../../../worker/core/history/discussion.ts';
import type {
  BlamedRun,
  ChangedFiles,
  HistoryPage,
  HistorySource,
  HostBudget,
  HostedCommit,
  HostedDiscussion,
} from '../../../worker/ports/history-source.ts';

interface HostedHistory {
  /** Newest first. */
  readonly commits?: readonly HostedCommit[];
  readonly discussions?: readonly (HostedDiscussion & { readonly discussion: Discussion })[];
  readonly files?: Readonly<Record<string, ChangedFiles>>;
  /** The changed lines by commit id. */
  readonly patches?: Readonly<Record<string, readonly FilePatch[]>>;
  readonly blame?: Readonly<Record<string, readonly BlamedRun[]>>;
  /** Items per page. */
  readonly perPage?: number;
  /** Remaining points after each call, in order; 4,000 by default. */
  readonly remaining?: readonly number[];
  readonly resetAt?: number;
  /** Points per hour; 5,000 by default, as with a token. */
  readonly limit?: number;
  /** Numbers of discussions that the pages omit. */
  readonly omitted?: readonly number[];
}

export interface MemoryHistorySource extends HistorySource {
  readonly requests: string[];
  /** Errors of the next calls, one per call; undefined lets the call succeed. */
  readonly failures: (Error | undefined)[];
  history: HostedHistory;
}

export function createMemoryHistorySource(history: HostedHistory = {}): MemoryHistorySource {
  let calls = 0;
  const call = (request: string): HostBudget => {
    source.requests.push(request);
    const remaining = source.history.remaining?.[calls] ?? 4_000;
    calls += 1;
    const failure = source.failures.shift();
    if (failure !== undefined) throw failure;
    return { cost: 1, remaining, limit: source.history.limit ?? 5_000, resetAt: source.history.resetAt ?? 0 };
  };
  const getPage = <Item>(
    items: readonly Item[],
    cursor: string | undefined,
    budget: HostBudget,
  ): HistoryPage<Item> => {
    const size = source.history.perPage ?? 3;
    const start = Number(cursor ?? 0);
    const next = start + size < items.length ? String(start + size) : undefined;
    return { items: items.slice(start, start + size), next, total: items.length, omitted: 0, budget };
  };
  const source: MemoryHistorySource = {
    requests: [],
    failures: [],
    history,
    maxBlamePaths: 2,
    maxChangedFileCommits: 2,
    maxCommitsById: 2,
    capabilities: (access) =>
      access.token === undefined
        ? { blame: false, commitFiles: 2, notes: ['There is no token.'] }
        : { blame: true, commitFiles: 10, notes: [] },
    commits: async (_place, { since, cursor }) => {
      const budget = call(`commits ${cursor ?? 'first'}`);
      const all = source.history.commits ?? [];
      return getPage(
        since === undefined ? all : all.filter((commit) => commit.committedAt >= since),
        cursor,
        budget,
      );
    },
    commitsById: async (_place, ids) => {
      const budget = call(`commitsById ${ids.length}`);
      return { commits: (source.history.commits ?? []).filter(({ id }) => ids.includes(id)), budget };
    },
    changedFiles: async (_place, ids) => {
      const budget = call(`changedFiles ${ids.length}`);
      const nothing = { files: [], moreFiles: 0 };
      return { changed: new Map(ids.map((id) => [id, source.history.files?.[id] ?? nothing])), budget };
    },
    patch: async (_place, id) => {
      const budget = call(`patch ${id.slice(0, 7)}`);
      const { files, moreFiles } = source.history.files?.[id] ?? { files: [], moreFiles: 0 };
      return { files, moreFiles, patch: source.history.patches?.[id] ?? [], budget };
    },
    discussions: async (_place, { kind, since, cursor }) => {
      const budget = call(`${kind} ${cursor ?? 'first'}`);
      const discussionsOfKind = (source.history.discussions ?? []).filter(
        ({ discussion }) => discussion.kind === kind,
      );
      const page = getPage(
        since === undefined
          ? discussionsOfKind
          : discussionsOfKind.filter((hosted) => hosted.updatedAt >= since),
        cursor,
        budget,
      );
      const items = page.items.filter(
        ({ discussion }) => !(source.history.omitted ?? []).includes(discussion.number),
      );
      return { ...page, items, omitted: page.items.length - items.length };
    },
    blame: async (_place, { paths }) => {
      const budget = call(`blame ${paths.join(' ')}`);
      const runs = paths.flatMap((path) => {
        const pathRuns = source.history.blame?.[path];
        return pathRuns === undefined ? [] : [[path, pathRuns] as const];
      });
      return { runs: new Map(runs), budget };
    },
  };
  return source;
}
