/** One indexing whose server is killed at each of the points given, and started again after each. */

import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '../../worker/contract/client.ts';
import type { Accepted, Repository } from '../../worker/contract/repository.ts';
import { followJob } from '../../clients/cli/follow-job.ts';
import { launchLocalServer, startLocalServer } from '../../clients/cli/local-server.ts';
import type { LocalServer, LocalServerOptions } from '../../clients/cli/local-server.ts';
import { packArchive } from '../../clients/cli/source/pack-archive.ts';
import type { PackSource } from '../../clients/cli/source/pack-source.ts';
import type { BenchContext } from './bench.ts';
import type { KillPoint } from './kill-points.ts';
import { partsReader } from './read-parts.ts';
import type { PartsReader } from './read-parts.ts';

interface Kill {
  readonly planned: string;
  /** How far the stage was, and that nothing was killed where it was over already. */
  readonly found: string;
  readonly killed: boolean;
}

export interface DisturbedRun {
  readonly kills: readonly Kill[];
  readonly ended: Repository;
}

interface DisturbedIndexing {
  readonly server: LocalServerOptions & { readonly dataDirectory: string };
  readonly source: PackSource;
  readonly points: readonly KillPoint[];
}

const lookIntervalMs = 5;
/** How long a point may take to come: leases of killed parts must run out first. */
const patienceMs = 120_000;

export async function runDisturbed(run: DisturbedIndexing, context: BenchContext): Promise<DisturbedRun> {
  let server = await startLocalServer(run.server);
  const parts = partsReader(run.server.dataDirectory);
  try {
    let upload = startUpload(server, run.source);
    let accepted: Accepted | undefined;
    const kills: Kill[] = [];
    let attemptsBefore = 0;
    for (const point of run.points) {
      const kill = await waitFor(point, { sent: upload.sent, parts, attemptsBefore });
      context.terminal.note(`${kill.killed ? 'Killed at' : 'Too late for'} ${kill.planned}: ${kill.found}`);
      kills.push(kill);
      if (!kill.killed) continue;
      await server.kill();
      attemptsBefore = parts.read().attempts;
      accepted ??= await upload.accepted;
      server = await launchLocalServer(run.server);
      accepted ??= await findUpload(server, run.source);
      if (accepted === undefined) upload = startUpload(server, run.source);
    }
    await server.ready;
    accepted ??= await upload.accepted;
    if (accepted === undefined) throw new Error('The upload was not taken, though nothing stood in its way.');
    return { kills, ended: await untilOver(server, accepted, context) };
  } finally {
    parts.close();
    await server.stop();
  }
}

interface RunningUpload {
  /** Settled when the last byte has been handed over; the server has not answered yet. */
  readonly sent: Promise<void>;
  /** What the server answered; undefined when it was killed before it could. */
  readonly accepted: Promise<Accepted | undefined>;
}

function startUpload(server: LocalServer, source: PackSource): RunningUpload {
  const client = createClient({ baseUrl: server.url });
  let accepted: Promise<Accepted | undefined> = Promise.resolve(undefined);
  const sent = new Promise<void>((settle) => {
    const body = packArchive(source, () => undefined).pipeThrough(
      new TransformStream({ flush: () => settle() }),
    );
    const archive = { contentType: 'application/gzip', body };
    accepted = client.addRepository({ name: source.defaultName }, archive).catch(() => undefined);
  });
  return { sent, accepted };
}

/** An upload may have been taken although its answer was lost. */
async function findUpload(server: LocalServer, source: PackSource): Promise<Accepted | undefined> {
  await server.ready;
  const all = await createClient({ baseUrl: server.url }).listRepositories();
  return all.find((repository) => repository.name === source.defaultName);
}

/** Settles while a part of the stage is worked on by the server that runs now, or when the stage is over. */
async function waitFor(
  point: KillPoint,
  watched: { sent: Promise<void>; parts: PartsReader; attemptsBefore: number },
): Promise<Kill> {
  const { sent, parts, attemptsBefore } = watched;
  const planned = describe(point);
  if (point.stage === 'upload') {
    await sent;
    return { planned, found: 'all bytes sent', killed: true };
  }
  const startedAt = performance.now();
  while (performance.now() - startedAt < patienceMs) {
    const { done, total, running } = parts.read(point.stage);
    const found = `${done} of ${total} parts done`;
    if (total > 0 && done === total) return { planned, found, killed: false };
    const isWorkedOn = running > 0 && parts.read().attempts > attemptsBefore;
    if (isWorkedOn && done / total >= point.share) return { planned, found, killed: true };
    await sleep(lookIntervalMs);
  }
  return { planned, found: 'it did not come', killed: false };
}

async function untilOver(
  server: LocalServer,
  accepted: Accepted,
  { signal }: BenchContext,
): Promise<Repository> {
  const silent = { onChange: () => undefined, onBreak: () => undefined };
  return followJob(createClient({ baseUrl: server.url }), { ...accepted, ...silent, signal, patienceMs });
}

function describe({ stage, share }: KillPoint): string {
  return stage === 'upload' ? 'the end of the upload' : `${stage} from ${Math.round(share * 100)} %`;
}
