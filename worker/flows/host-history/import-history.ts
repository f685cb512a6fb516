/**
 * Takes a repository's history beside its files: commits, then where lines come from, then the word that nothing more comes. Whoever
 * hands it over owns the repository; what it tells is held to the files that are there, and secrets in messages are masked before
 * anything is kept. Every call may be made again.
 */

import { AppError } from '../../core/errors.ts';
import type { Commit, CommitFile, HistoryState } from '../../core/history.ts';
import { maskText } from '../../core/mask-text.ts';
import { plainName, plainText } from '../../core/plain-text.ts';
import type { Snapshot } from '../../core/repository.ts';
import type { Viewer } from '../../core/viewer.ts';
import { readOrigins, type HandedOrigins } from '../../ingestion/read-origins.ts';
import { readReferencesOfMessage } from '../../ingestion/read-references-of-message.ts';
import type { FileOrigins, HistoryKey } from '../../ports/history-store.ts';
import type { Services } from '../services.ts';

/** Whose history it is: the repository and, by its id alone, the snapshot. */
export interface HistoryVersion {
  readonly id: string;
  readonly version: string;
}

type Kept = Pick<Services, 'catalog' | 'historyStore'>;

/** Of what could be handed over, what is not there yet. @throws AppError `repository_not_found` | `version_not_found` */
export async function wantedHistory(
  services: Kept & Pick<Services, 'secretScanner'>,
  viewer: Viewer,
  {
    of,
    commits,
    files,
  }: {
    readonly of: HistoryVersion;
    readonly commits: readonly string[];
    readonly files: readonly Pick<FileOrigins, 'path' | 'hash'>[];
  },
): Promise<{ readonly commits: readonly string[]; readonly files: readonly string[] }> {
  const { maskPath } = services.secretScanner;
  const key = await findVersion(services, viewer, of);
  // First: what is told to be there has to be there still when the end is told, whatever is removed until then.
  if (commits.length > 0) await services.historyStore.holdCommits(key, commits);
  const [known, bare, wanted] = await Promise.all([
    services.historyStore.knownCommits(key, commits),
    services.historyStore.bareCommits(key, commits),
    services.historyStore.wantedOrigins(
      key,
      files.map((file) => ({ ...file, path: maskPath(file.path) })),
    ),
  ]);
  await removeIfGone(services, viewer, of, key);
  // Those a host told may be without their files.
  const without = new Set(bare);
  const wantedPaths = new Set(wanted);
  return {
    commits: commits.filter((id) => !known.has(id) || without.has(id)),
    // Paths as the caller knows them.
    files: files.map(({ path }) => path).filter((path) => wantedPaths.has(maskPath(path))),
  };
}

/** @returns the commits of the version so far. @throws AppError `repository_not_found` | `version_not_found` */
export async function receiveCommits(
  services: Kept & Pick<Services, 'secretScanner'>,
  viewer: Viewer,
  { of, commits }: { readonly of: HistoryVersion; readonly commits: readonly Commit[] },
): Promise<number> {
  const key = await findVersion(services, viewer, of);
  const ids = commits.map(({ id }) => id);
  await services.historyStore.holdCommits(key, ids);
  const known = await services.historyStore.knownCommits(key, ids);
  const read = [];
  for (const commit of commits.filter(({ id }) => !known.has(id))) {
    const { author, message } = await maskedCommit(services, commit);
    const files = commit.files.map((file) => shownFile(services, file));
    read.push({ ...commit, author, message, files, ...readReferencesOfMessage(message) });
  }
  await services.historyStore.saveCommits(key, read);
  const told = commits.filter(({ id, files }) => known.has(id) && files.length > 0);
  await services.historyStore.saveFiles(
    key,
    told.map(({ id, files, moreFiles }) => ({
      commit: id,
      files: files.map((file) => shownFile(services, file)),
      moreFiles,
    })),
  );
  return countAfter(services, viewer, of, key);
}

/** Author and message, shown as they are from here on; scanned together, as whose secret may be in either. */
export async function maskedCommit(
  { secretScanner }: Pick<Services, 'secretScanner'>,
  commit: Pick<Commit, 'author' | 'message'>,
): Promise<Pick<Commit, 'author' | 'message'>> {
  const author = plainName(commit.author);
  const text = `${author}\n${plainText(commit.message)}`;
  const told = maskText(text, await secretScanner.scan(text));
  return { author: told.slice(0, author.length), message: told.slice(author.length + 1) };
}

/** Paths without control characters and secrets: as the files themselves are stored. */
export function shownFile<Changed extends Pick<CommitFile, 'path' | 'oldPath'>>(
  { secretScanner }: Pick<Services, 'secretScanner'>,
  file: Changed,
): Changed {
  const shown = (path: string): string => plainName(secretScanner.maskPath(path));
  return {
    ...file,
    path: shown(file.path),
    oldPath: file.oldPath === undefined ? undefined : shown(file.oldPath),
  };
}

/** @returns the commits of the version so far. @throws AppError `invalid_request` when they are not of the files that are there; also `repository_not_found` | `version_not_found` */
export async function receiveOrigins(
  services: Kept & Pick<Services, 'secretScanner'>,
  viewer: Viewer,
  {
    of,
    commits,
    files: named,
  }: {
    readonly of: HistoryVersion;
    readonly commits: readonly (string | null)[];
    readonly files: readonly HandedOrigins[];
  },
): Promise<number> {
  const { maskPath } = services.secretScanner;
  const files = named.map((file) => ({ ...file, path: maskPath(file.path) }));
  const key = await findVersion(services, viewer, of);
  const held = await services.historyStore.filesHeld(
    key,
    files.map(({ path }) => path),
  );
  const byPath = new Map(held.map((file) => [file.path, file]));
  const read: FileOrigins[] = [];
  for (const [place, file] of files.entries()) {
    const found = byPath.get(file.path);
    if (found?.hash !== file.hash)
      throw refusal(
        place,
        file.path,
        found === undefined ? 'this version has no such file' : otherText(found),
      );
    const origins = readOrigins(
      { ...file, names: file.names.map((name) => plainName(maskPath(name))) },
      commits,
      found.lines,
    );
    if ('problem' in origins) throw refusal(place, file.path, origins.problem);
    // An empty file has no line to tell of.
    if (origins.runs.length > 0) read.push(origins);
  }
  await services.historyStore.saveOrigins(key, read);
  return countAfter(services, viewer, of, key);
}

/** @throws AppError `invalid_request` when the tip was not handed over; also `repository_not_found` | `version_not_found` */
export async function endHistory(
  services: Kept,
  viewer: Viewer,
  {
    of,
    ...facts
  }: {
    readonly of: HistoryVersion;
    readonly tip: string;
    readonly since: number | undefined;
    readonly notes: readonly string[];
  },
): Promise<HistoryState> {
  const key = await findVersion(services, viewer, of);
  await services.historyStore.end(key, facts);
  await removeIfGone(services, viewer, of, key);
  return services.historyStore.state(key);
}

/**
 * The version told by its id, whatever its status: its history may come while it is indexed, and is then held to the files that are
 * there so far.
 */
async function findVersion(
  { catalog }: Pick<Services, 'catalog'>,
  viewer: Viewer,
  { id, version }: HistoryVersion,
): Promise<HistoryKey> {
  const found = await catalog.readRepository(viewer, id);
  // What is public may be read by everyone and told about by its owner alone.
  if (found?.repository.owner !== viewer.id)
    throw new AppError('repository_not_found', `There is no repository ${JSON.stringify(id)}.`);
  if (found.repository.source.kind !== 'upload')
    throw new AppError(
      'invalid_request',
      `The history of ${JSON.stringify(found.repository.name)} comes from its host alone. Upload the clone itself: it becomes a repository of its own.`,
    );
  const snapshot = found.snapshots.find((one) => one.id === version);
  if (snapshot === undefined) throw noVersion(version, found.snapshots);
  const generation =
    snapshot.generation > 0
      ? snapshot.generation
      : ((await catalog.latestJob(snapshot.number))?.generation ?? 0);
  return { shard: found.repository.shard, snapshot: snapshot.number, generation, repository: id };
}

/** How many commits the version has, which is kept beside it: a call of many counts nothing. */
async function countAfter(
  services: Kept,
  viewer: Viewer,
  of: HistoryVersion,
  key: HistoryKey,
): Promise<number> {
  await removeIfGone(services, viewer, of, key);
  return services.historyStore.countCommits(key);
}

/** What was kept of a repository or a version that was removed meanwhile goes again. */
async function removeIfGone(
  { catalog, historyStore }: Kept,
  viewer: Viewer,
  { id, version }: HistoryVersion,
  key: HistoryKey,
): Promise<void> {
  const found = await catalog.readRepository(viewer, id);
  if (found === undefined) {
    await historyStore.removeRepository(key);
    throw new AppError('repository_not_found', `There is no repository ${JSON.stringify(id)}.`);
  }
  if (found.snapshots.some((one) => one.id === version)) return;
  await historyStore.remove({ ...key, generation: undefined });
  throw noVersion(version, found.snapshots);
}

function noVersion(version: string, snapshots: readonly Snapshot[]): AppError {
  return new AppError(
    'version_not_found',
    `There is no snapshot ${JSON.stringify(version)} of this repository.`,
    { details: { available: snapshots.map(({ id, status }) => ({ version: id, status })) } },
  );
}

function otherText({ hash }: { readonly hash: string }): string {
  return `its text here is another, of SHA-256 ${hash}`;
}

function refusal(place: number, path: string, problem: string): AppError {
  return new AppError('invalid_request', `The origins of ${JSON.stringify(path)}: ${problem}.`, {
    details: { problems: [{ field: `files.${place}`, path, problem }] },
  });
}
