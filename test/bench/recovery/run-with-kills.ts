/** Runs one indexing job. Kills its server at each of the given points and restarts it after each kill. */

import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '../../../worker/contract/client.ts';
import type { Accepted, Repository } from '../../../worker/contract/repositories/schema.ts';
import { followJob } from '../../../clients/cli/indexing/index-source.ts';
import {
  launchLocalServer,
  startLocalServer,
  type LocalServer,
  type LocalServerOptions,
} from '../../../clients/cli/local-server/start-local-server.ts';
import { packArchive } from '../../../clients/cli/source/pack-archive.ts';
import type { PackSource } from '../../../clients/cli/source/pack-source.ts';
import type { BenchContext } from '../bench.ts';
import { openJobParts, type JobPartsReader } from './read-job-parts.ts';

interface Kill {
  readonly planned: string;
  /** Progress of the stage at the time of the kill, or why the server was not killed. */
  readonly detail: string;
  readonly killed: boolean;
}

export interface InterruptedRun {
  readonly kills: readonly Kill[];
  readonly repository: Repository;
}

interface InterruptedIndexing {
  readonly server: LocalServerOptions & { readonly dataDirectory: string };
  readonly source: PackSource;
  readonly points: readonly KillPoint[];
}

const pollIntervalMs = 5;
/** Maximum time to wait for a point. It includes the time until the leases of killed parts expire. */
const maxWaitMs = 120_000;

export async function runWithKills(run: InterruptedIndexing, context: BenchContext): Promise<InterruptedRun> {
  let server = await startLocalServer(run.server);
  const parts = openJobParts(run.server.dataDirectory);
  try {
    let upload = startUpload(server, run.source);
    let accepted: Accepted | undefined;
    const kills: Kill[] = [];
    let attemptsBefore = 0;
    for (const point of run.points) {
      const kill = await waitForPoint(point, { sent: upload.sent, parts, attemptsBefore });
      context.terminal.note(`${kill.killed ? 'Killed at' : 'Not killed at'} ${kill.planned}: ${kill.detail}`);
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
    if (accepted === undefined)
      throw new Error('The server did not accept the upload, although it was not killed during the upload.');
    return { kills, repository: await followToEnd(server, accepted, context) };
  } finally {
    parts.close();
    await server.stop();
  }
}

interface RunningUpload {
  /** Resolves when the last byte is sent; the server has not responded yet. */
  readonly sent: Promise<void>;
  /** The response of the server; undefined if it was killed before it responded. */
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

/** Finds the upload if the server accepted it but the response was lost. */
async function findUpload(server: LocalServer, source: PackSource): Promise<Accepted | undefined> {
  await server.ready;
  const repositories = await createClient({ baseUrl: server.url }).listRepositories();
  return repositories.find((repository) => repository.name === source.defaultName);
}

/** Resolves when the current server works on a part of the stage after the point, when the stage is over, or after the maximum wait. */
async function waitForPoint(
  point: KillPoint,
  watched: { sent: Promise<void>; parts: JobPartsReader; attemptsBefore: number },
): Promise<Kill> {
  const { sent, parts, attemptsBefore } = watched;
  const planned = describe(point);
  if (point.stage === 'upload') {
    await sent;
    return { planned, detail: 'all bytes sent', killed: true };
  }
  const startedAt = performance.now();
  while (performance.now() - startedAt < maxWaitMs) {
    const { done, total, running } = parts.read(point.stage);
    const detail = `${done} of ${total} parts done`;
    if (total > 0 && done === total) return { planned, detail, killed: false };
    const isInProgress = running > 0 && parts.read().attempts > attemptsBefore;
    if (isInProgress && done / total >= point.fraction) return { planned, detail, killed: true };
    await sleep(pollIntervalMs);
  }
  return { planned, detail: 'the server did not reach this point in time', killed: false };
}

async function followToEnd(
  server: LocalServer,
  accepted: Accepted,
  { signal }: BenchContext,
): Promise<Repository> {
  const silent = { onChange: () => undefined, onDisconnect: () => undefined };
  return followJob(createClient({ baseUrl: server.url }), {
    ...accepted,
    ...silent,
    signal,
    maxUnavailableMs: maxWaitMs,
  });
}

function describe({ stage, fraction }: KillPoint): string {
  return stage === 'upload' ? 'the end of the upload' : `${stage} at ${Math.round(fraction * 100)}% or later`;
}

interface KillPoint {
  readonly stage: 'upload' | 'fetch' | 'parse' | 'link' | 'rank' | 'embed' | 'index' | 'publish';
  /** Fraction of the stage's parts that must be done before the kill, which happens during another part. */
  readonly fraction: number;
}

/**
 * Returns kill points at the end of the upload and during fetch, link, embed and publish. The remaining points are spread over parse and
 * index, which do most of the work.
 */
export function killPoints(count: number): KillPoint[] {
  const ends: readonly KillPoint[] = [
    { stage: 'upload', fraction: 1 },
    { stage: 'fetch', fraction: 0 },
    { stage: 'link', fraction: 0.5 },
    { stage: 'embed', fraction: 0.5 },
    { stage: 'publish', fraction: 0 },
  ];
  const between = Math.max(0, count - ends.length);
  const parse = spreadOver('parse', Math.ceil(between / 2));
  const index = spreadOver('index', Math.floor(between / 2));
  const [upload, fetch, link, embed, publish] = ends;
  return [upload, fetch, ...parse, link, embed, ...index, publish]
    .filter((point) => point !== undefined)
    .slice(0, count);
}

function spreadOver(stage: 'parse' | 'index', count: number): KillPoint[] {
  return Array.from({ length: count }, (_, position) => ({
    stage,
    fraction: count < 2 ? 0.5 : (position / (count - 1)) * 0.9,
  }));
}
