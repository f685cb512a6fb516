/**
 * Fetches the files of a live question from the host within a time limit: one request each if a token allows enough calls, otherwise from
 * the archive, which is a single call. Missing files are reported, and are an error only if nothing was fetched.
 */

import { AppError } from '../../core/errors.ts';
import type { HostAccess } from '../../ports/code-host.ts';
import type { TreeFile } from '../../retrieval/live/rank-paths.ts';
import { withTimeout } from '../../retrieval/search/with-timeout.ts';
import type { LiveTarget } from './resolve-live-source.ts';
import type { Services } from '../services.ts';

const filesAtOnce = 4;
/** Time limit for all files together. */
const maxFetchMs = 8_000;
/** Up to this many files are fetched one by one even without a token, since an archive transfers the whole repository. */
const maxFilesWithoutToken = 4;
/** Maximum size of a repository, including its history, whose archive is requested. */
const maxArchiveKilobytes = 200_000;

export interface FetchedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

interface FetchResult {
  readonly files: readonly FetchedFile[];
  /** Paths that could not be fetched. */
  readonly missing: readonly string[];
  /** The reason in one sentence; undefined if nothing is missing. */
  readonly why: string | undefined;
}

/** @throws what the host throws, if nothing was fetched */
export async function fetchLiveFiles(
  services: Services,
  target: LiveTarget,
  requested: readonly TreeFile[],
): Promise<FetchResult> {
  const contentByPath = new Map<string, Uint8Array>();
  const hasCalls = target.access.token !== undefined || requested.length <= maxFilesWithoutToken;
  const usesArchive = !hasCalls && target.hosted.kilobytes <= maxArchiveKilobytes;
  const fetchAll = usesArchive ? fetchArchive : fetchEach;
  const failed = await withTimeout(
    maxFetchMs,
    (signal) =>
      fetchAll(services, target, { requested, access: { ...target.access, signal }, contentByPath }),
    () => new AppError('host_unavailable', `GitHub took longer than ${maxFetchMs / 1000} seconds.`),
  ).catch(requireAppError);
  // Copied, so that files that arrive later are ignored.
  const fetched = new Map(contentByPath);
  if (fetched.size === 0 && failed !== undefined) throw failed;
  const missing = requested.flatMap(({ path }) => (fetched.has(path) ? [] : [path]));
  return {
    files: requested.flatMap(({ path }) => {
      const bytes = fetched.get(path);
      return bytes === undefined ? [] : [{ path, bytes }];
    }),
    missing,
    why: missing.length === 0 ? undefined : (failed?.message ?? 'The host does not provide them.'),
  };
}

interface FetchRequest {
  readonly requested: readonly TreeFile[];
  readonly access: HostAccess;
  /** The contents by path. Filled as files arrive. */
  readonly contentByPath: Map<string, Uint8Array>;
}

/** @returns the last error, which either stopped the fetch or concerns a single file */
async function fetchEach(
  { hosting: { codeHost }, settings }: Services,
  { hosted, commit }: LiveTarget,
  { requested, access, contentByPath }: FetchRequest,
): Promise<AppError | undefined> {
  const waiting = [...requested];
  const maxBytes = settings.limits.maxFileBytes;
  let failed: AppError | undefined;
  let isStopped = false;
  const shouldContinue = (): boolean => !isStopped && access.signal?.aborted !== true;
  const fetchNext = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined && shouldContinue(); file = waiting.shift())
      try {
        const bytes = await codeHost.file(hosted, { commit, path: file.path, maxBytes }, access);
        if (bytes !== undefined) contentByPath.set(file.path, bytes);
      } catch (thrown) {
        failed = requireAppError(thrown);
        // One missing file does not mean that other files are missing.
        isStopped ||= failed.code !== 'file_not_found' && failed.code !== 'host_unavailable';
      }
  };
  await Promise.all(Array.from({ length: filesAtOnce }, fetchNext));
  return failed;
}

async function fetchArchive(
  { hosting: { codeHost, openStream }, settings }: Services,
  { hosted, commit }: LiveTarget,
  { requested, access, contentByPath }: FetchRequest,
): Promise<AppError | undefined> {
  const remaining = new Set(requested.map(({ path }) => path));
  try {
    const archive = openStream(await codeHost.archive(hosted, commit, access), new Set(remaining));
    for await (const entry of archive.entries()) {
      if (entry.kind !== 'file' || !remaining.delete(entry.path)) continue;
      const bytes = await entry.read(settings.limits.maxFileBytes);
      if (bytes !== undefined) contentByPath.set(entry.path, bytes);
      if (remaining.size === 0 || access.signal?.aborted === true) break;
    }
    return undefined;
  } catch (thrown) {
    return requireAppError(thrown);
  }
}

function requireAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  throw thrown;
}
