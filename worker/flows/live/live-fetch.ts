/**
 * The files of a question, fetched from their host within a time: one by one, a few at once, where a token gives calls enough; from the
 * archive, which is one call, where there is none. What could not be had is said, not an error, as long as there is something.
 */

import { AppError } from '../../core/errors.ts';
import type { HostAccess } from '../../ports/code-host.ts';
import type { TreeFile } from '../../retrieval/live/rank-paths.ts';
import { withinTime } from '../../retrieval/within-time.ts';
import type { LiveFound } from './live-find.ts';
import type { Services } from '../services.ts';

const atOnce = 4;
/** Of all files together. */
const longestMs = 8_000;
/** Fewer are fetched one by one without a token too: an archive is a call, and all of the repository on its way. */
const fewFiles = 4;
/** Of a repository with its history; the archive of a larger one is not begun. */
const mostArchiveKilobytes = 200_000;

export interface FetchedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

interface LiveFetched {
  readonly files: readonly FetchedFile[];
  /** Paths that could not be had. */
  readonly missed: readonly string[];
  /** Why, in one sentence; undefined where nothing is missed. */
  readonly why: string | undefined;
}

/** @throws AppError what the host throws, where nothing at all could be had */
export async function fetchLive(
  services: Services,
  found: LiveFound,
  wanted: readonly TreeFile[],
): Promise<LiveFetched> {
  const arrived = new Map<string, Uint8Array>();
  const hasCalls = found.access.token !== undefined || wanted.length <= fewFiles;
  const byArchive = !hasCalls && found.hosted.kilobytes <= mostArchiveKilobytes;
  const fetchAll = byArchive ? fromArchive : oneByOne;
  const failed = await withinTime(
    longestMs,
    (signal) => fetchAll(services, found, { wanted, access: { ...found.access, signal }, arrived }),
    () => new AppError('host_unavailable', `GitHub took longer than ${longestMs / 1000} seconds.`),
  ).catch(asFailure);
  // What still arrives is too late.
  const got = new Map(arrived);
  if (got.size === 0 && failed !== undefined) throw failed;
  const missed = wanted.flatMap(({ path }) => (got.has(path) ? [] : [path]));
  return {
    files: wanted.flatMap(({ path }) => {
      const bytes = got.get(path);
      return bytes === undefined ? [] : [{ path, bytes }];
    }),
    missed,
    why: missed.length === 0 ? undefined : (failed?.message ?? 'They are not among what the host gives out.'),
  };
}

interface Fetching {
  readonly wanted: readonly TreeFile[];
  readonly access: HostAccess;
  /** Filled as they arrive. */
  readonly arrived: Map<string, Uint8Array>;
}

/** @returns what ended it early, or kept a file from being had */
async function oneByOne(
  { hosting: { codeHost }, settings }: Services,
  { hosted, commit }: LiveFound,
  { wanted, access, arrived }: Fetching,
): Promise<AppError | undefined> {
  const waiting = [...wanted];
  const maxBytes = settings.limits.maxFileBytes;
  let failed: AppError | undefined;
  let isOver = false;
  const isWorth = (): boolean => !isOver && access.signal?.aborted !== true;
  const work = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined && isWorth(); file = waiting.shift())
      try {
        const bytes = await codeHost.file(hosted, { commit, path: file.path, maxBytes }, access);
        if (bytes !== undefined) arrived.set(file.path, bytes);
      } catch (thrown) {
        failed = asFailure(thrown);
        // One that is not there says nothing of the others.
        isOver ||= failed.code !== 'file_not_found' && failed.code !== 'host_unavailable';
      }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return failed;
}

async function fromArchive(
  { hosting: { codeHost, openStream }, settings }: Services,
  { hosted, commit }: LiveFound,
  { wanted, access, arrived }: Fetching,
): Promise<AppError | undefined> {
  const left = new Set(wanted.map(({ path }) => path));
  try {
    const archive = openStream(await codeHost.archive(hosted, commit, access), new Set(left));
    for await (const entry of archive.entries()) {
      if (entry.kind !== 'file' || !left.delete(entry.path)) continue;
      const bytes = await entry.read(settings.limits.maxFileBytes);
      if (bytes !== undefined) arrived.set(entry.path, bytes);
      if (left.size === 0 || access.signal?.aborted === true) break;
    }
    return undefined;
  } catch (thrown) {
    return asFailure(thrown);
  }
}

function asFailure(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  throw thrown;
}
