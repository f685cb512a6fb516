/** One indexing whose server is killed at each of the points given, and started again after each. */

import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '../../worker/contract/client.ts';
import type { Accepted, Repository } from '../../worker/contract/repository.ts';
import { followJob } from '../../clients/cli/follow-job.ts';
import { startLocalServer } from '../../clients/cli/local-server.ts';
import type { LocalServer, LocalServerOptions } from '../../clients/cli/local-server.ts';
import { packArchive } from '../../clients/cli/source/pack-archive.ts';
import type { PackSource } from '../../clients/cli/source/pack-source.ts';
import type { BenchContext } from './bench.ts';
import type { KillPoint } from './kill-points.ts';
import { partsReader } from './read-parts.ts';

export interface Kill {
  readonly planned: string;
  /** How far the stage was. */
  readonly found: string;
  readonly restartMs: number;
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
  try {
    const accepted = await upload(server, run.source);
    const kills: Kill[] = [];
    for (const point of run.points) {
      const found = await waitFor(point, run.server.dataDirectory);
      if (found === undefined) break;
      await server.kill();
      const startedAt = performance.now();
      server = await startLocalServer(run.server);
      kills.push({ planned: describe(point), found, restartMs: Math.round(performance.now() - startedAt) });
      context.terminal.note(`Killed at ${describe(point)}: ${found}`);
    }
    return { kills, ended: await untilOver(server, accepted, context) };
  } finally {
    await server.stop();
  }
}

async function upload(server: LocalServer, source: PackSource): Promise<Accepted> {
  const body = packArchive(source, () => undefined);
  const archive = { contentType: 'application/gzip', body };
  return createClient({ baseUrl: server.url }).addRepository({ name: source.defaultName }, archive);
}

/** Settles while a part of the stage is worked on by this server, with what is found; undefined when it never is. */
async function waitFor(point: KillPoint, dataDirectory: string): Promise<string | undefined> {
  if (point.stage === 'upload') return 'accepted';
  const parts = partsReader(dataDirectory);
  try {
    const atStart = parts.read(point.stage).attempts;
    const startedAt = performance.now();
    while (performance.now() - startedAt < patienceMs) {
      const { done, total, running, attempts } = parts.read(point.stage);
      if (total > 0 && done === total) return undefined;
      const isWorkedOn = running > 0 && attempts > atStart;
      if (isWorkedOn && done / total >= point.share) return `${done} of ${total} parts done`;
      await sleep(lookIntervalMs);
    }
    return undefined;
  } finally {
    parts.close();
  }
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
