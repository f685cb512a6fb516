/** Reads a version's history: its state, one commit, and the timeline of a file or folder. */

import { formatDay } from '../../core/time.ts';
import { AppError } from '../../core/errors.ts';
import type { CommitFile, HistoryState } from '../../core/history/history.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { CommitRow, HistoryKey, TimelineEntry } from '../../ports/history-store.ts';
import { resolveSnapshot, type ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import type { Services } from '../services.ts';

/** Returns the key of a version's history. */
export function toHistoryKey({ key, repository }: Pick<ResolvedSnapshot, 'key' | 'repository'>): HistoryKey {
  return { ...key, repository: repository.id };
}

/** Describes where the known history ends. Every answer from the history includes these sentences. */
export function historyNotes(state: HistoryState): readonly string[] {
  const notes = [...state.notes];
  if (state.commits === 0 && !state.isComplete)
    notes.push('No history of this version was imported: index it again from a git repository.');
  else if (!state.isComplete) notes.push('Its history is still being imported: more commits may follow.');
  if (state.since !== undefined)
    notes.push(
      `Commits before ${formatDay(state.since)} are not included, except those that lines come from. Index it with --full-history to include all.`,
    );
  if (state.isComplete && state.origins < state.files)
    notes.push(`Line origins are known for ${state.origins} of ${state.files} files.`);
  return notes;
}

/** The end of the import's note about files that are too large for line history. It names some of them. */
const largeFileNote = /no line history\.$/;

/** Describes where the known history of a file or folder ends, without notes about the line history of other files. */
async function pathNotes(
  { historyStore }: Pick<Services, 'historyStore'>,
  key: HistoryKey,
  { state, path }: { readonly state: HistoryState; readonly path: string },
): Promise<readonly string[]> {
  if (path === '') return historyNotes(state);
  const notes = state.notes.filter((note) => !largeFileNote.test(note));
  const isEveryFileKnown = state.origins >= state.files || !state.isComplete;
  const stored = isEveryFileKnown ? [] : await historyStore.storedFiles(key, [path]);
  const missing = await historyStore.missingOrigins(key, stored);
  return [
    ...historyNotes({ ...state, notes, origins: state.files }),
    ...missing.map((file) => `The line history of ${JSON.stringify(file)} is not known.`),
  ];
}

/** Returns the path of a commit's page in the app. */
export function commitUrl({ repository, snapshot }: ResolvedSnapshot, commit: string): string {
  return `/r/${repository.id}/commits/${commit}?version=${snapshot.id}`;
}

export interface Timeline {
  readonly entries: readonly TimelineEntry[];
  /** Whether there are older entries. */
  readonly hasMore: boolean;
  readonly notes: readonly string[];
}

/** @throws AppError `invalid_request` if `before` is not a commit of the version; also what `resolveSnapshot` throws */
export async function readTimeline(
  services: Pick<Services, 'catalog' | 'historyStore'>,
  viewer: Viewer,
  request: {
    readonly id: string;
    readonly version: string | undefined;
    readonly path: string;
    readonly before: string | undefined;
    readonly limit: number;
  },
): Promise<Timeline & { readonly resolved: ResolvedSnapshot }> {
  const resolved = await resolveSnapshot(services, viewer, request);
  const key = toHistoryKey(resolved);
  const before = await findCommitKey(services, key, request.before);
  const [entries, state] = await Promise.all([
    services.historyStore.timeline(key, request.path, { limit: request.limit + 1, before }),
    services.historyStore.state(key),
  ]);
  return {
    resolved,
    entries: entries.slice(0, request.limit),
    hasMore: entries.length > request.limit,
    notes: await pathNotes(services, key, { state, path: request.path }),
  };
}

async function findCommitKey(
  { historyStore }: Pick<Services, 'historyStore'>,
  key: HistoryKey,
  before: string | undefined,
): Promise<number | undefined> {
  if (before === undefined) return undefined;
  const [commit] = await historyStore.commits(key, [before]);
  if (commit !== undefined) return commit.key;
  throw new AppError('invalid_request', `\`before\` is not a commit of this version: ${before}.`, {
    details: { problems: [{ field: 'before', problem: 'must be a commit of this version' }] },
  });
}

/** @throws AppError `commit_not_found`; also what `resolveSnapshot` throws */
export async function readCommit(
  services: Pick<Services, 'catalog' | 'historyStore'>,
  viewer: Viewer,
  request: { readonly id: string; readonly version: string | undefined; readonly commit: string },
): Promise<{
  readonly commit: CommitRow;
  readonly files: readonly CommitFile[];
  readonly more: number;
  readonly resolved: ResolvedSnapshot;
}> {
  const resolved = await resolveSnapshot(services, viewer, request);
  const key = toHistoryKey(resolved);
  const [commit] = await services.historyStore.commits(key, [request.commit]);
  if (commit === undefined) {
    const notes = historyNotes(await services.historyStore.state(key));
    throw new AppError(
      'commit_not_found',
      `No single commit of this version's known history begins with ${JSON.stringify(request.commit)}.`,
      { details: { notes } },
    );
  }
  return { resolved, commit, ...(await services.historyStore.changedFiles(key, commit.id)) };
}

/** @throws what `resolveSnapshot` throws */
export async function readHistoryState(
  services: Pick<Services, 'catalog' | 'historyStore'>,
  viewer: Viewer,
  request: { readonly id: string; readonly version: string | undefined },
): Promise<{ readonly resolved: ResolvedSnapshot; readonly state: HistoryState }> {
  const resolved = await resolveSnapshot(services, viewer, request);
  return { resolved, state: await services.historyStore.state(toHistoryKey(resolved)) };
}
