/**
 * Indexes a source: streams the archive into the request body while the server reads it, then follows the job until
 * it ends. Used by `index`, `start` and the benchmarks; `retry` follows a job that already exists.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { ProblemError, type Client } from '../../../worker/contract/client.ts';
import type { Accepted, Repository } from '../../../worker/contract/repositories/schema.ts';
import { CommandError } from '../command-error.ts';
import { packArchive, type PackProgress } from '../source/pack-archive.ts';
import type { PackSource } from '../source/pack-source.ts';

export type IndexEvent =
  | { readonly kind: 'packing'; readonly progress: PackProgress; readonly total: number }
  | { readonly kind: 'accepted'; readonly accepted: Accepted }
  | { readonly kind: 'job'; readonly repository: Repository }
  | { readonly kind: 'disconnected'; readonly reason: string };

interface IndexOptions {
  readonly source: PackSource;
  readonly name: string;
  readonly subdirectory?: string | undefined;
  readonly signal: AbortSignal;
  readonly report: (event: IndexEvent) => void;
}

/** The result of an index job. `status` is `ready` or `failed`. */
export interface IndexOutcome {
  readonly id: string;
  readonly snapshotId: string;
  readonly status: Repository['status'];
  readonly counts: Repository['counts'];
  /** Milliseconds: packing and upload as the client measured them, then each stage as the server measured it. */
  readonly stages: Readonly<Record<string, number>>;
  /** From the first file read until ready, as the client measured it. */
  readonly totalMs: number;
  readonly rowsWritten: number;
  readonly error?: Repository['error'];
}

/** A job that the server has accepted, with the client's measurements until then. */
interface AcceptedJob extends Pick<IndexOptions, 'signal' | 'report'> {
  readonly accepted: Accepted;
  /** A `performance.now()` timestamp. */
  readonly startedAt: number;
  /** Milliseconds by stage, as the client measured them. */
  readonly stages: Readonly<Record<string, number>>;
}

/** How long a server may be unavailable, such as during a restart. */
const maxUnavailableMs = 60_000;

/** @throws CommandError | ProblemError when the server accepts no job. A failed job is an outcome, not an error. */
export async function indexSource(client: Client, options: IndexOptions): Promise<IndexOutcome> {
  const { signal, report } = options;
  const startedAt = performance.now();
  const accepted = await upload(client, options);
  const stages = { upload: Math.round(performance.now() - startedAt) };
  return followIndexing(client, { accepted, startedAt, stages, signal, report });
}

/**
 * @throws CommandError | ProblemError when the server stays unavailable or has lost the job. A failed job is an
 * outcome.
 */
export async function followIndexing(client: Client, job: AcceptedJob): Promise<IndexOutcome> {
  const { accepted, signal, report } = job;
  report({ kind: 'accepted', accepted });
  const repository = await followJob(client, {
    ...accepted,
    signal,
    maxUnavailableMs,
    onChange: (repository) => report({ kind: 'job', repository }),
    onDisconnect: (reason) => report({ kind: 'disconnected', reason }),
  });
  const { id, snapshotId, status, counts, timings, rowsWritten, error } = repository;
  const stages = { ...job.stages, ...timings };
  const totalMs = Math.round(performance.now() - job.startedAt);
  return {
    id,
    snapshotId,
    status,
    counts,
    stages,
    totalMs,
    rowsWritten,
    ...(error === undefined ? {} : { error }),
  };
}

async function upload(client: Client, options: IndexOptions): Promise<Accepted> {
  const { source, name, subdirectory, signal, report } = options;
  let failure: unknown;
  const observed: PackSource = {
    ...source,
    entries: async function* () {
      try {
        yield* source.entries();
      } catch (thrown) {
        failure = thrown;
        throw thrown;
      }
    },
  };
  const body = packArchive(observed, (progress) =>
    report({ kind: 'packing', progress, total: source.total }),
  );
  const query = omitUndefined({ ref: source.ref, commit: source.commit, subdirectory });
  try {
    return await client.addRepository({ name, ...query }, { contentType: 'application/gzip', body }, signal);
  } catch (thrown) {
    // The packing error is more precise than the failed request that it causes.
    if (failure instanceof CommandError) throw failure;
    throw thrown;
  }
}

function omitUndefined<T extends Record<string, string | undefined>>(values: T): { [K in keyof T]?: string } {
  const defined: { [K in keyof T]?: string } = {};
  for (const name in values) {
    const value = values[name];
    if (value !== undefined) defined[name] = value;
  }
  return defined;
}

interface FollowOptions {
  readonly id: string;
  readonly snapshotId: string;
  readonly signal: AbortSignal;
  /** How long the server may be unavailable before the client gives up. */
  readonly maxUnavailableMs: number;
  readonly onChange: (repository: Repository) => void;
  /** Called once per lost connection, with the reason. */
  readonly onDisconnect: (reason: string) => void;
}

const retryDelayMs = 500;

/**
 * Follows a job across lost connections: reads the event stream and reconnects when it ends. The job runs on the
 * server regardless. @returns the repository, ready or failed. @throws CommandError when the server stays unavailable
 * or has lost the job.
 */
export async function followJob(client: Client, options: FollowOptions): Promise<Repository> {
  let unavailableSince: number | undefined;
  for (;;) {
    options.signal.throwIfAborted();
    try {
      const current = await client.getRepository(options.id);
      unavailableSince = undefined;
      if (hasEnded(checkSuperseded(current, options))) return current;
      const last = await watchUntilEnd(client, options);
      if (last !== undefined && hasEnded(last)) return last;
    } catch (thrown) {
      const reason = requireConnectionError(thrown);
      if (unavailableSince === undefined) options.onDisconnect(reason);
      unavailableSince ??= performance.now();
      if (performance.now() - unavailableSince > options.maxUnavailableMs)
        throw unavailableError(options, reason);
    }
    await sleep(retryDelayMs, undefined, { signal: options.signal });
  }
}

/** @returns the last state that the stream sent before it ended */
async function watchUntilEnd(client: Client, options: FollowOptions): Promise<Repository | undefined> {
  let last: Repository | undefined;
  for await (const repository of client.watchRepository(options.id, options.signal)) {
    last = checkSuperseded(repository, options);
    if (hasEnded(last)) return last;
  }
  return last;
}

function checkSuperseded(repository: Repository, options: FollowOptions): Repository {
  if (repository.snapshotId !== options.snapshotId) {
    throw new CommandError('failed', 'superseded', {
      message: `Another upload to "${repository.name}" replaced this one.`,
      fix: 'Follow it with `wherefore status`, or index again.',
    });
  }
  options.onChange(repository);
  return repository;
}

function hasEnded(repository: Repository): boolean {
  return repository.status === 'ready' || repository.status === 'failed';
}

/** @returns the reason for a failure that a retry can fix. @throws every other error again */
function requireConnectionError(thrown: unknown): string {
  const isOwnError =
    thrown instanceof CommandError || (thrown instanceof Error && thrown.name === 'AbortError');
  const isFinal =
    thrown instanceof ProblemError && thrown.problem.status >= 400 && thrown.problem.status < 500;
  if (isOwnError || isFinal) throw thrown;
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function unavailableError(options: FollowOptions, reason: string): CommandError {
  return new CommandError('unreachable', 'unreachable', {
    message: `The server has been unavailable for ${Math.round(options.maxUnavailableMs / 1000)} seconds (${reason}).`,
    fix: 'Start it again. The job resumes where it stopped; `wherefore status` shows its progress.',
  });
}
