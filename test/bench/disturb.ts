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

export interface Kill {
  readonly planned: string;
  /** How far the stage was, and that nothing was killed where it was over already. */
  readonly found: string;
  readonly killed: boolean;
}

export interface DisturbedRun {
  readonly kills: readonly Kill[];
  readonly ended: Repository;
}

const lookIntervalMs = 5;
/** How long a point may take to come: leases of killed parts must run out first. */
const patienceMs = 120_000;

export async function runDisturbed(
  run: {
    server: LocalServerOptions & { dataDirectory: string };
    source: PackSource;
    points: readonly KillPoint[];
  },
  context: BenchContext,
): Promise<DisturbedRun> {
  let server = await startLocalServer(run.server);
  const parts = partsReader(run.server.dataDirectory);
  try {
    const accepted = await upload(server, run.source);
    const kills: Kill[] = [];
    let attemptsBefore = 0;
    for (const point of run.points) {
      const kill = await waitFor(point, parts, attemptsBefore);
      context.terminal.note(`${kill.killed ? 'Killed at' : 'Too late for'} ${kill.planned}: ${kill.found}`);
      kills.push(kill);
      if (!kill.killed) continue;
      await server.kill();
      attemptsBefore = parts.read().attempts;
      server = await launchLocalServer(run.server);
    }
    await server.ready;
    return { kills, ended: await untilOver(server, accepted, context) };
  } finally {
    parts.close();
    await server.stop();
  }
}

async function upload(server: LocalServer, source: PackSource): Promise<Accepted> {
  const body = packArchive(source, () => undefined);
  const archive = { contentType: 'application/gzip', body };
  return createClient({ baseUrl: server.url }).addRepository({ name: source.defaultName }, archive);
}

/** Settles while a part of the stage is worked on by the server that runs now, or when the stage is over. */
async function waitFor(point: KillPoint, parts: PartsReader, attemptsBefore: number): Promise<Kill> {
  const planned = describe(point);
  if (point.stage === 'upload') return { planned, found: 'accepted', killed: true };
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
