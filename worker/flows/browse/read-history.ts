/** Plain reads of a version's history: what is known of it, one commit, and what happened to a file or folder. */

import { dayOf } from '../../answering/check-origins.ts';
import { AppError } from '../../core/errors.ts';
import type { CommitFile, HistoryState } from '../../core/history.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { CommitRow, HistoryKey, TimelineEntry } from '../../ports/history-store.ts';
import { resolveSnapshot, type ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import type { Services } from '../services.ts';

/** The key of a version's history. */
export function historyKeyOf({ key, repository }: Pick<ResolvedSnapshot, 'key' | 'repository'>): HistoryKey {
  return { ...key, repository: repository.id };
}

/** Where the history that is known ends, in sentences: nothing of it is answered from without them. */
export function historyNotes(state: HistoryState): readonly string[] {
  const notes = [...state.notes];
  if (state.commits === 0 && !state.isComplete)
    notes.push('No history of this version was handed over: index it again from a git repository.');
  else if (!state.isComplete) notes.push('Its history is still being handed over: more commits may come.');
  if (state.since !== undefined)
    notes.push(
      `Commits before ${dayOf(state.since)} were left out, but for those lines come from: index it with --full-history for all.`,
    );
  if (state.isComplete && state.origins < state.files)
    notes.push(`Where lines come from is known of ${state.origins} of ${state.files} files.`);
  return notes;
}

/** Opens a commit of a snapshot in the app. */
export function commitUrl({ repository, snapshot }: ResolvedSnapshot, commit: string): string {
  return `/r/${repository.id}/commits/${commit}?version=${snapshot.id}`;
}

export interface Timeline {
  readonly entries: readonly TimelineEntry[];
  /** Whether there are more, before the last of these. */
  readonly hasMore: boolean;
  readonly notes: readonly string[];
}

/** @throws AppError `invalid_request` when `before` is no commit; those of `resolveSnapshot` */
export async function readTimeline(
  services: Pick<Services, 'catalog' | 'historyStore'>,
  viewer: Viewer,
  asked: {
    readonly id: string;
    readonly version: string | undefined;
    readonly path: string;
    readonly before: string | undefined;
    readonly limit: number;
  },
): Promise<Timeline & { readonly resolved: ResolvedSnapshot }> {
  const resolved = await resolveSnapshot(services, viewer, asked);
  const key = historyKeyOf(resolved);
  const before = await keyOf(services, key, asked.before);
  const [entries, state] = await Promise.all([
    services.historyStore.timeline(key, asked.path, { limit: asked.limit + 1, before }),
    services.historyStore.state(key),
  ]);
  return {
    resolved,
    entries: entries.slice(0, asked.limit),
    hasMore: entries.length > asked.limit,
    notes: historyNotes(state),
  };
}

async function keyOf(
  { historyStore }: Pick<Services, 'historyStore'>,
  key: HistoryKey,
  before: string | undefined,
): Promise<number | undefined> {
  if (before === undefined) return undefined;
  const [commit] = await historyStore.commits(key, [before]);
  if (commit !== undefined) return commit.key;
  throw new AppError('invalid_request', `\`before\` names no commit of this version: ${before}.`, {
    details: { problems: [{ field: 'before', problem: 'must be a commit of this version' }] },
  });
}

/** @throws AppError `commit_not_found`; those of `resolveSnapshot` */
export async function readCommit(
  services: Pick<Services, 'catalog' | 'historyStore'>,
  viewer: Viewer,
  asked: { readonly id: string; readonly version: string | undefined; readonly commit: string },
): Promise<{
  readonly commit: CommitRow;
  readonly files: readonly CommitFile[];
  readonly more: number;
  readonly resolved: ResolvedSnapshot;
}> {
  const resolved = await resolveSnapshot(services, viewer, asked);
  const key = historyKeyOf(resolved);
  const [commit] = await services.historyStore.commits(key, [asked.commit]);
  if (commit === undefined) {
    const notes = historyNotes(await services.historyStore.state(key));
    throw new AppError(
      'commit_not_found',
      `No one commit of this version's known history begins with ${JSON.stringify(asked.commit)}.`,
      { details: { notes } },
    );
  }
  return { resolved, commit, ...(await services.historyStore.filesOf(key, commit.id)) };
}

/** @throws those of `resolveSnapshot` */
export async function readHistoryState(
  services: Pick<Services, 'catalog' | 'historyStore'>,
  viewer: Viewer,
  asked: { readonly id: string; readonly version: string | undefined },
): Promise<{ readonly resolved: ResolvedSnapshot; readonly state: HistoryState }> {
  const resolved = await resolveSnapshot(services, viewer, asked);
  return { resolved, state: await services.historyStore.state(historyKeyOf(resolved)) };
}
