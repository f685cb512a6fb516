/** A host's history in memory, told in small pages; what it is to fail with is set from outside. Writes down what it was asked. */

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

interface HostedPast {
  /** The newest first. */
  readonly commits?: readonly HostedCommit[];
  readonly discussions?: readonly (HostedDiscussion & { readonly discussion: Discussion })[];
  readonly files?: Readonly<Record<string, ChangedFiles>>;
  readonly blame?: Readonly<Record<string, readonly BlamedRun[]>>;
  /** Items of a page. */
  readonly perPage?: number;
  /** Points left after each call, the first first; plenty where left out. */
  readonly remaining?: readonly number[];
  readonly resetAt?: number;
  /** Points of an hour; those of a token where left out. */
  readonly limit?: number;
  /** Numbers of discussions it fails to tell. */
  readonly untold?: readonly number[];
}

export interface MemoryHistorySource extends HistorySource {
  readonly asked: string[];
  /** Thrown at the next calls, one each; undefined for a call that goes well. */
  readonly failures: (Error | undefined)[];
  past: HostedPast;
}

export function createMemoryHistorySource(given: HostedPast = {}): MemoryHistorySource {
  let calls = 0;
  const call = (what: string): HostBudget => {
    source.asked.push(what);
    const remaining = source.past.remaining?.[calls] ?? 4_000;
    calls += 1;
    const failure = source.failures.shift();
    if (failure !== undefined) throw failure;
    return { cost: 1, remaining, limit: source.past.limit ?? 5_000, resetAt: source.past.resetAt ?? 0 };
  };
  const paged = <Item>(
    items: readonly Item[],
    cursor: string | undefined,
    budget: HostBudget,
  ): HistoryPage<Item> => {
    const size = source.past.perPage ?? 3;
    const at = Number(cursor ?? 0);
    const next = at + size < items.length ? String(at + size) : undefined;
    return { items: items.slice(at, at + size), next, total: items.length, leftOut: 0, budget };
  };
  const source: MemoryHistorySource = {
    asked: [],
    failures: [],
    past: given,
    maxBlamed: 2,
    maxFilesOf: 2,
    maxCommitsOf: 2,
    reachOf: (access) =>
      access.token === undefined
        ? { blame: false, commitFiles: 2, notes: ['Without a token.'] }
        : { blame: true, commitFiles: 10, notes: [] },
    commits: async (_place, { since, cursor }) => {
      const budget = call(`commits ${cursor ?? 'first'}`);
      const told = source.past.commits ?? [];
      return paged(
        since === undefined ? told : told.filter((one) => one.committedAt >= since),
        cursor,
        budget,
      );
    },
    commitsOf: async (_place, ids) => {
      const budget = call(`commitsOf ${ids.length}`);
      return { commits: (source.past.commits ?? []).filter(({ id }) => ids.includes(id)), budget };
    },
    filesOf: async (_place, ids) => {
      const budget = call(`filesOf ${ids.length}`);
      const nothing = { files: [], moreFiles: 0 };
      return { changed: new Map(ids.map((id) => [id, source.past.files?.[id] ?? nothing])), budget };
    },
    discussions: async (_place, { kind, since, cursor }) => {
      const budget = call(`${kind} ${cursor ?? 'first'}`);
      const told = (source.past.discussions ?? []).filter(({ discussion }) => discussion.kind === kind);
      const page = paged(
        since === undefined ? told : told.filter((one) => one.updatedAt >= since),
        cursor,
        budget,
      );
      const items = page.items.filter(
        ({ discussion }) => !(source.past.untold ?? []).includes(discussion.number),
      );
      return { ...page, items, leftOut: page.items.length - items.length };
    },
    blame: async (_place, { paths }) => {
      const budget = call(`blame ${paths.join(' ')}`);
      const runs = paths.flatMap((path) => {
        const of = source.past.blame?.[path];
        return of === undefined ? [] : [[path, of] as const];
      });
      return { runs: new Map(runs), budget };
    },
  };
  return source;
}
