/**
 * Reads the lines that a commit changed, file by file. An upload contains them. For a repository of a host, they are fetched when somebody
 * first reads them, and then stored.
 */

import { parseHunks, type DiffHunk, type FilePatch } from '../../core/history/commit-patch.ts';
import type { CommitFile } from '../../core/history/history.ts';
import { hostedLocation } from '../../core/repositories/source.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { CommitRow } from '../../ports/history-store.ts';
import { historyAccess } from '../github/host-access.ts';
import { maskFilePaths, maskPatch } from '../host-history/mask-history.ts';
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
  readonly status: 'known' | 'not-imported' | 'merge';
  /** One page, by path. Empty unless the lines are known. */
  readonly files: readonly DiffFile[];
  /** Number of changed files on all pages, and of those that are not stored. */
  readonly total: number;
  readonly more: number;
  readonly hasNext: boolean;
}

type DiffServices = Pick<
  Services,
  'catalog' | 'historyStore' | 'historySource' | 'hosting' | 'secretScanner'
>;

/** @throws AppError `commit_not_found`; also what `resolveSnapshot` and the host throw */
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
  },
): Promise<CommitDiff> {
  const { resolved, commit, files: knownFiles, more } = await readCommit(services, viewer, request);
  const empty = { commit, files: [], total: knownFiles.length, more, hasNext: false };
  if (commit.parents.length > 1) return { ...empty, status: 'merge' };
  const key = toHistoryKey(resolved);
  const stored = await services.historyStore.readPatch(key, commit.key);
  const patch = stored ?? (await fetchPatch(services, resolved, commit));
  if (patch === undefined) return { ...empty, status: 'not-imported' };
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
    status: 'known',
    files: rest.slice(0, request.limit).map((file) => toDiffFile(file, patches.get(file.path))),
    total: changed.files.length,
    more: changed.more,
    hasNext: rest.length > request.limit,
  };
}

function toDiffFile(file: CommitFile, patch: FilePatch | undefined): DiffFile {
  const hunks = patch === undefined ? [] : parseHunks(patch.hunks);
  const hasMissingLines = patch === undefined && file.added + file.deleted > 0;
  return { ...file, hunks, isCut: hasMissingLines || patch?.isCut === true };
}

/** @returns undefined for an upload, whose changed lines only a new import can add */
async function fetchPatch(
  services: DiffServices,
  resolved: ResolvedSnapshot,
  commit: CommitRow,
): Promise<readonly FilePatch[] | undefined> {
  const { id, owner, source } = resolved.repository;
  const location = hostedLocation(source);
  if (location === undefined) return undefined;
  const access = await historyAccess(services, id, { id: owner });
  const fetched = await services.historySource.patch(location, commit.id, access);
  const key = toHistoryKey(resolved);
  const files = await maskPatch(services, fetched.patch);
  await services.historyStore.saveFiles(key, [{ ...maskFilePaths(services, fetched), commit: commit.id }]);
  await services.historyStore.savePatches(key, [{ commit: commit.id, files }]);
  return files;
}
