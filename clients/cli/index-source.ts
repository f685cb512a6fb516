/**
 * Indexes a source: packs it into the request's body while the server reads it, then follows the job to its end. The
 * one path for `index`, `start` and the benches; `retry` joins it where the server has taken the job.
 */

import type { Client } from '../../worker/contract/client.ts';
import type { Accepted, Repository } from '../../worker/contract/repository.ts';
import { CommandError } from './command-error.ts';
import { followJob } from './follow-job.ts';
import { packArchive } from './source/pack-archive.ts';
import type { PackProgress } from './source/pack-archive.ts';
import type { PackSource } from './source/pack-source.ts';

export type IndexEvent =
  | { readonly kind: 'packing'; readonly progress: PackProgress; readonly total: number }
  | { readonly kind: 'accepted'; readonly accepted: Accepted }
  | { readonly kind: 'job'; readonly repository: Repository }
  | { readonly kind: 'broken'; readonly reason: string };

interface IndexOptions {
  readonly source: PackSource;
  readonly name: string;
  readonly subdirectory?: string | undefined;
  readonly signal: AbortSignal;
  readonly report: (event: IndexEvent) => void;
}

/** How it ended. `status` is `ready` or `failed`. */
export interface IndexOutcome {
  readonly id: string;
  readonly snapshotId: string;
  readonly status: Repository['status'];
  readonly counts: Repository['counts'];
  /** Milliseconds: packing with upload as seen here, then each stage as the server measured it. */
  readonly stages: Readonly<Record<string, number>>;
  /** From the first file read to ready, as seen here. */
  readonly totalMs: number;
  readonly rowsWritten: number;
  readonly error?: Repository['error'];
}

/** Of an indexing the server has accepted: what it is called there, and what was measured before. */
interface AcceptedJob extends Pick<IndexOptions, 'signal' | 'report'> {
  readonly accepted: Accepted;
  /** On the clock of `performance.now()`. */
  readonly startedAt: number;
  /** Milliseconds by stage, as seen here. */
  readonly stages: Readonly<Record<string, number>>;
}

/** How long a server may be away while it is restarted. */
const patienceMs = 60_000;

/** @throws CommandError | ProblemError when there is no job to speak of; a job that failed is an outcome. */
export async function indexSource(client: Client, options: IndexOptions): Promise<IndexOutcome> {
  const { signal, report } = options;
  const startedAt = performance.now();
  const accepted = await upload(client, options);
  const stages = { upload: Math.round(performance.now() - startedAt) };
  return followIndexing(client, { accepted, startedAt, stages, signal, report });
}

/** @throws CommandError | ProblemError when the server stays away or forgets the job; one that failed is an outcome. */
export async function followIndexing(client: Client, job: AcceptedJob): Promise<IndexOutcome> {
  const { accepted, signal, report } = job;
  report({ kind: 'accepted', accepted });
  const ended = await followJob(client, {
    ...accepted,
    signal,
    patienceMs,
    onChange: (repository) => report({ kind: 'job', repository }),
    onBreak: (reason) => report({ kind: 'broken', reason }),
  });
  const { id, snapshotId, status, counts, timings, rowsWritten, error } = ended;
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
  const watched: PackSource = {
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
  const body = packArchive(watched, (progress) => report({ kind: 'packing', progress, total: source.total }));
  const query = definedOnly({ ref: source.ref, commit: source.commit, subdirectory });
  try {
    return await client.addRepository({ name, ...query }, { contentType: 'application/gzip', body }, signal);
  } catch (thrown) {
    // What made packing fail says more than the broken request it left behind.
    if (failure instanceof CommandError) throw failure;
    throw thrown;
  }
}

function definedOnly<T extends Record<string, string | undefined>>(values: T): { [K in keyof T]?: string } {
  const kept: { [K in keyof T]?: string } = {};
  for (const name in values) {
    const value = values[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}
