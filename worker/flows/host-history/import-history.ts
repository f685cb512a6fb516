/**
 * Imports the history of an uploaded repository: commits, then line origins, then the tip, which ends the import. Only the owner may
 * import. Origins are checked against the stored files, and secrets are masked before anything is stored. Every call may be repeated.
 */

import { maskChangedWords, maskCommit, maskFilePath, maskPatches } from './mask-history.ts';
import { AppError } from '../../core/errors.ts';
import type { FilePatch } from '../../core/history/commit-patch.ts';
import type { Commit, HistoryState } from '../../core/history/history.ts';
import { sanitizeName } from '../../core/text/sanitize-text.ts';
import type { Viewer } from '../../core/viewer.ts';
import { readLineOrigins, type ImportedOrigins } from '../../ingestion/history/read-line-origins.ts';
import { readCommitReferences } from '../../ingestion/history/read-commit-references.ts';
import type { FileOrigins, HistoryKey, HistoryTag } from '../../ports/history-store.ts';
import type { Services } from '../services.ts';
import {
  removeImportIfGone,
  requireImportedVersion,
  type HistoryStores,
  type HistoryVersion,
} from './imported-version.ts';

export interface ImportedCommit extends Commit {
  /** Undefined if the changed lines are unknown. */
  readonly patch?: readonly FilePatch[] | undefined;
}

/** Lists the offered commits and files that are not stored yet. @throws AppError `repository_not_found` | `version_not_found` */
export async function missingHistory(
  services: HistoryStores & Pick<Services, 'secretScanner'>,
  viewer: Viewer,
  {
    version,
    commits,
    files,
  }: {
    readonly version: HistoryVersion;
    readonly commits: readonly string[];
    readonly files: readonly Pick<FileOrigins, 'path' | 'hash'>[];
  },
): Promise<{ readonly commits: readonly string[]; readonly files: readonly string[] }> {
  const { maskPath } = services.secretScanner;
  const key = await requireImportedVersion(services, viewer, version);
  // The commits are retained first, since commits reported as stored must not be removed before the import ends.
  if (commits.length > 0) await services.historyStore.retainCommits(key, commits);
  const [known, withoutFiles, withoutPatch, missing] = await Promise.all([
    services.historyStore.knownCommits(key, commits),
    services.historyStore.filterCommitsWithoutFiles(key, commits),
    services.historyStore.filterCommitsWithoutPatch(key, commits),
    services.historyStore.missingOrigins(
      key,
      files.map((file) => ({ ...file, path: maskPath(file.path) })),
    ),
  ]);
  await removeImportIfGone(services, viewer, version, key);
  // Commits fetched from a host may lack their files, and those of an older import their changed lines.
  const incomplete = new Set([...withoutFiles, ...withoutPatch]);
  const missingPaths = new Set(missing);
  return {
    commits: commits.filter((id) => !known.has(id) || incomplete.has(id)),
    // Unmasked paths, as the caller sent them.
    files: files.map(({ path }) => path).filter((path) => missingPaths.has(maskPath(path))),
  };
}

/** @returns the number of the version's commits so far. @throws AppError `repository_not_found` | `version_not_found` */
export async function importCommits(
  services: HistoryStores & Pick<Services, 'secretScanner'>,
  viewer: Viewer,
  { version, commits }: { readonly version: HistoryVersion; readonly commits: readonly ImportedCommit[] },
): Promise<number> {
  const key = await requireImportedVersion(services, viewer, version);
  const ids = commits.map(({ id }) => id);
  await services.historyStore.retainCommits(key, ids);
  const known = await services.historyStore.knownCommits(key, ids);
  const read = [];
  for (const { patch: _, ...commit } of commits.filter(({ id }) => !known.has(id))) {
    const { author, message } = await maskCommit(services, commit);
    const files = commit.files.map((file) => maskFilePath(services, file));
    const words = await maskChangedWords(services, commit.words);
    read.push({ ...commit, author, message, files, words, ...readCommitReferences(message) });
  }
  await services.historyStore.saveCommits(key, read);
  const withFiles = commits.filter(({ id, files }) => known.has(id) && files.length > 0);
  await services.historyStore.saveFiles(
    key,
    withFiles.map(({ id, files, moreFiles }) => ({
      commit: id,
      files: files.map((file) => maskFilePath(services, file)),
      moreFiles,
    })),
  );
  await savePatches(services, key, commits);
  return countCommits(services, viewer, version, key);
}

async function savePatches(
  services: Pick<Services, 'historyStore' | 'secretScanner'>,
  key: HistoryKey,
  commits: readonly ImportedCommit[],
): Promise<void> {
  const patches = commits.flatMap(({ id, patch }) =>
    patch === undefined ? [] : [{ commit: id, files: patch }],
  );
  await services.historyStore.savePatches(key, await maskPatches(services, patches));
}

/**
 * @returns the number of the version's commits so far
 * @throws AppError `invalid_request` if the origins do not match the stored files; also `repository_not_found` | `version_not_found`
 */
export async function importOrigins(
  services: HistoryStores & Pick<Services, 'secretScanner'>,
  viewer: Viewer,
  {
    version,
    commits,
    files: imported,
  }: {
    readonly version: HistoryVersion;
    readonly commits: readonly (string | null)[];
    readonly files: readonly ImportedOrigins[];
  },
): Promise<number> {
  const { maskPath } = services.secretScanner;
  const files = imported.map((file) => ({ ...file, path: maskPath(file.path) }));
  const key = await requireImportedVersion(services, viewer, version);
  const stored = await services.historyStore.storedFiles(
    key,
    files.map(({ path }) => path),
  );
  const byPath = new Map(stored.map((file) => [file.path, file]));
  const read: FileOrigins[] = [];
  for (const [index, file] of files.entries()) {
    const found = byPath.get(file.path);
    if (found?.hash !== file.hash)
      throw invalidOrigins(
        index,
        file.path,
        found === undefined ? 'this version has no such file' : describeOtherText(found),
      );
    const origins = readLineOrigins(
      { ...file, names: file.names.map((name) => sanitizeName(maskPath(name))) },
      commits,
      found.lines,
    );
    if ('problem' in origins) throw invalidOrigins(index, file.path, origins.problem);
    // An empty file has no lines.
    if (origins.runs.length > 0) read.push(origins);
  }
  await services.historyStore.saveOrigins(key, read);
  return countCommits(services, viewer, version, key);
}

/** @throws AppError `invalid_request` if the tip was not imported; also `repository_not_found` | `version_not_found` */
export async function finishImport(
  services: HistoryStores,
  viewer: Viewer,
  {
    version,
    tags,
    ...facts
  }: {
    readonly version: HistoryVersion;
    readonly tip: string;
    readonly since: number | undefined;
    readonly notes: readonly string[];
    /** Undefined leaves the stored tags unchanged. */
    readonly tags?: readonly HistoryTag[] | undefined;
  },
): Promise<HistoryState> {
  const key = await requireImportedVersion(services, viewer, version);
  await services.historyStore.end(key, facts);
  if (tags !== undefined)
    await services.historyStore.saveTags(
      key,
      tags.map((tag) => ({ ...tag, name: sanitizeName(tag.name) })),
    );
  await removeImportIfGone(services, viewer, version, key);
  return services.historyStore.state(key);
}

/** Returns the number of the version's commits, which is stored with the version, so that repeated calls count no rows. */
async function countCommits(
  services: HistoryStores,
  viewer: Viewer,
  version: HistoryVersion,
  key: HistoryKey,
): Promise<number> {
  await removeImportIfGone(services, viewer, version, key);
  return services.historyStore.countCommits(key);
}

function describeOtherText({ hash }: { readonly hash: string }): string {
  return `the stored text is different and has the SHA-256 ${hash}`;
}

function invalidOrigins(index: number, path: string, problem: string): AppError {
  return new AppError('invalid_request', `The origins of ${JSON.stringify(path)}: ${problem}.`, {
    details: { problems: [{ field: `files.${index}`, path, problem }] },
  });
}
