/**
 * Reads the lines that a commit changed, file by file. An upload contains them. For a repository of a host, they are fetched when somebody
 * first reads them, and then stored. Readers of a commit at the same time cause one fetch.
 */

import { parseHunks, type DiffHunk, type FilePatch } from '../../core/history/commit-patch.ts';
import type { CommitFile } from '../../core/history/history.ts';
import { hostedLocation, type HostedLocation } from '../../core/repositories/source.ts';
import type { SpanPosition } from '../../core/answers/evidence.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { CommitRow, HistoryKey } from '../../ports/history-store.ts';
import { historyAccess, viewerAccess } from '../github/host-access.ts';
import { recordReadingBudget, requireReadingBudget } from '../github/reading-budget.ts';
import { maskFilePaths, maskPatches } from '../host-history/mask-history.ts';
import { createWorkQueue, type WorkQueue } from '../search/work-queue.ts';
import type { Services } from '../services.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import { readCommit, toHistoryKey } from './read-history.ts';

export interface DiffFile extends CommitFile {
  readonly hunks: readonly DiffHunk[];
  /** Some or all of its changed lines are missing. */
  readonly isCut: boolean;
}

export interface CommitDiff {
  readonly commit: CommitRow;
  /** Whether the changed lines are known. A merge has none of its own. */
  readonly state: 'known' | 'not-imported' | 'merge';
  /** One page, by path. Empty unless the lines are known. */
  readonly files: readonly DiffFile[];
  /** Where the requested lines are after the commit, as far as it is the last commit that changed them. */
  readonly requested: readonly SpanPosition[];
  /** Number of changed files on all pages, and of those that are not stored. */
  readonly total: number;
  readonly more: number;
  readonly hasNext: boolean;
}

type DiffServices = Pick<
  Services,
  'catalog' | 'clock' | 'historyStore' | 'historySource' | 'hosting' | 'secretScanner'
>;

/** The fetches of this isolate, by commit. */
const fetches = new Map<string, WorkQueue>();
/** GitHub may take half a minute for each of two calls. */
const fetchLeaseMs = 70_000;

/** @throws AppError `commit_not_found`; `host_limited` if the changed lines are not stored and the host's rate limit is nearly used up; also what `resolveSnapshot` and the host throw */
export async function readCommitDiff(
  services: DiffServices,
  viewer: Viewer,
  request: {
    readonly id: string;
    readonly version: string | undefined;
    readonly commit: string;
    /** The last path of the previous page. */
    readonly after: string | undefined;
    readonly limit: number;
    /** Lines of the version. */
    readonly lines: SpanPosition | undefined;
  },
): Promise<CommitDiff> {
  const { resolved, commit, files: knownFiles, more } = await readCommit(services, viewer, request);
  const empty = { commit, files: [], requested: [], total: knownFiles.length, more, hasNext: false };
  if (commit.parents.length > 1) return { ...empty, state: 'merge' };
  const key = toHistoryKey(resolved);
  const stored = await services.historyStore.readPatch(key, commit.key);
  const patch = stored ?? (await fetchPatchOnce(services, resolved, commit));
  if (patch === undefined) return { ...empty, state: 'not-imported' };
  // Fetching the patch may also have stored the files.
  const changed =
    stored === undefined
      ? await services.historyStore.changedFiles(key, commit.id)
      : { files: knownFiles, more };
  const { after = '' } = request;
  const rest = changed.files.filter(({ path }) => path > after);
  const patches = new Map(patch.map((file) => [file.path, file]));
  return {
    commit,
    state: 'known',
    files: rest.slice(0, request.limit).map((file) => toDiffFile(file, patches.get(file.path))),
    requested: request.lines === undefined ? [] : await findLines(services, key, commit.id, request.lines),
    total: changed.files.length,
    more: changed.more,
    hasNext: rest.length > request.limit,
  };
}

/** The line numbers of a commit are known only for lines that it changed last. */
async function findLines(
  { historyStore }: Pick<Services, 'historyStore'>,
  key: HistoryKey,
  commit: string,
  lines: SpanPosition,
): Promise<readonly SpanPosition[]> {
  return (await historyStore.lineOrigins(key, [lines])).flatMap(({ startLine, endLine, history: [last] }) =>
    last?.commit !== commit || last.line < 1
      ? []
      : [{ path: last.path, startLine: last.line, endLine: last.line + endLine - startLine }],
  );
}

function toDiffFile(file: CommitFile, patch: FilePatch | undefined): DiffFile {
  const hunks = patch === undefined ? [] : parseHunks(patch.hunks);
  const hasMissingLines = patch === undefined && file.added + file.deleted > 0;
  return { ...file, hunks, isCut: hasMissingLines || patch?.isCut === true };
}

/** @returns undefined for an upload, whose changed lines only a new import can add */
async function fetchPatchOnce(
  services: DiffServices,
  resolved: ResolvedSnapshot,
  commit: CommitRow,
): Promise<readonly FilePatch[] | undefined> {
  const location = hostedLocation(resolved.repository.source);
  if (location === undefined) return undefined;
  const key = toHistoryKey(resolved);
  const id = `${key.repository} ${commit.id}`;
  const queue = fetches.get(id) ?? createWorkQueue({ atOnce: 1, leaseMs: fetchLeaseMs });
  fetches.set(id, queue);
  try {
    return await queue.run(services.clock, undefined, async () => {
      // Another reader may have fetched it meanwhile.
      const stored = await services.historyStore.readPatch(key, commit.key);
      return stored ?? fetchPatch(services, { resolved, location, commit });
    });
  } finally {
    fetches.delete(id);
  }
}

async function fetchPatch(
  services: DiffServices,
  {
    resolved,
    location,
    commit,
  }: {
    readonly resolved: ResolvedSnapshot;
    readonly location: HostedLocation;
    readonly commit: CommitRow;
  },
): Promise<readonly FilePatch[] | undefined> {
  const { id, owner } = resolved.repository;
  const key = toHistoryKey(resolved);
  // Choosing the access may cost a call too.
  requireReadingBudget(services, { owner, access: await viewerAccess(services, { id: owner }) });
  const access = await historyAccess(services, id, { id: owner });
  requireReadingBudget(services, { owner, access });
  const { budget, ...fetched } = await services.historySource.patch(location, commit.id, access);
  recordReadingBudget(services, { owner, access }, budget);
  const patches = await maskPatches(services, [{ commit: commit.id, files: fetched.patch }]);
  await services.historyStore.saveFiles(key, [{ ...maskFilePaths(services, fetched), commit: commit.id }]);
  await services.historyStore.savePatches(key, patches);
  return patches[0]?.files;
}
