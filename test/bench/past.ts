/**
 * `past <clone>`: 300 pull requests and 500 issues made over a real repository, served by a GitHub on loopback and fetched through the
 * public door, once undisturbed and once with two limits, a bad gateway, a slow page and the whole server killed. Both must leave the same rows.
 */

import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { usageError } from '../../clients/cli/command-error.ts';
import { startLocalServer } from '../../clients/cli/local-server.ts';
import { table } from '../../clients/cli/table.ts';
import { createClient, type Client } from '../../worker/contract/client.ts';
import { gitFolder } from '../eval/find-clone.ts';
import { makeDiscussions } from '../support/github/discussions.ts';
import type { Fault } from '../support/github/faults.ts';
import type { RepositoryData } from '../support/github/options.ts';
import { startGitHub } from '../support/github/start-github.ts';
import type { Bench, BenchContext } from './bench.ts';
import { differingRows, fingerprintRows } from './fingerprint-rows.ts';
import { withFolder } from './with-server.ts';

const wanted = { pullRequests: 300, issues: 500 };
const token = 'of-the-bench';
const source = 'bench/past';
const lookMs = 100;
/** Lines of discussion pages fetched when the server is killed: in the middle of them. */
const killAfterPages = 12;

const faults: readonly Fault[] = [
  { on: /PullRequests/, nth: 3, kind: 'secondary-limit', status: 429, retryAfterSeconds: 2 },
  { on: /Issues/, nth: 3, kind: 'graphql-limit', resetInSeconds: 3 },
  { on: /PullRequests/, nth: 6, kind: 'bad-gateway' },
  { on: /Issues/, nth: 2, kind: 'slow', beforeHeadersMs: 4_000 },
];

interface Run {
  readonly calls: number;
  readonly points: number;
  readonly refused: number;
  readonly kills: number;
  readonly seconds: number;
}

export const pastBench: Bench = async ([clone], context) => {
  if (clone === undefined) throw usageError('A clone is needed.', 'npm run -s bench -- past <clone>');
  const folder = gitFolder(resolve(clone));
  context.terminal.note(`Making ${wanted.pullRequests} pull requests and ${wanted.issues} issues`);
  const { pullRequests, issues } = await makeDiscussions({ folder, ...wanted, seed: 1 });
  const repository = { owner: 'bench', name: 'past', folder, pullRequests, issues };
  return withFolder('past', async (data) => {
    const [calm, disturbed] = [join(data, 'calm'), join(data, 'disturbed')];
    const undisturbed = await fetchPast({ repository, data: calm, faults: [], kills: false }, context);
    const run = await fetchPast({ repository, data: disturbed, faults, kills: true }, context);
    const differing = differingRows(fingerprintRows(calm), fingerprintRows(disturbed));
    const told = {
      pullRequests: pullRequests.length,
      issues: issues.length,
      callsUndisturbed: undisturbed.calls,
      pointsUndisturbed: undisturbed.points,
      secondsUndisturbed: undisturbed.seconds,
      calls: run.calls,
      points: run.points,
      refused: run.refused,
      kills: run.kills,
      seconds: run.seconds,
      rowDifferences: [...differing.values()].reduce((sum, count) => sum + count, 0),
      tables: Object.fromEntries(differing),
    };
    context.terminal.print(table(Object.entries(told).map(([what, value]) => [what, JSON.stringify(value)])));
    return told;
  });
};

async function fetchPast(
  run: {
    readonly repository: RepositoryData;
    readonly data: string;
    readonly faults: readonly Fault[];
    readonly kills: boolean;
  },
  { signal, terminal }: BenchContext,
): Promise<Run> {
  const github = await startGitHub({
    repositories: [run.repository],
    tokens: [{ token, login: 'bench', canRead: [] }],
    faults: run.faults,
  });
  const vars = {
    GITHUB_API_URL: github.url,
    GITHUB_TOKEN: token,
    LOOPBACK_HOSTS: [github.url, github.codeloadUrl].map((url) => new URL(url).host).join(','),
  };
  const startedAt = performance.now();
  let server = await startLocalServer({ dataDirectory: run.data, vars });
  let kills = 0;
  const pages = (): number =>
    github.calls.filter(({ operation }) => /PullRequests|Issues/.test(operation ?? '')).length;
  try {
    const { id } = await createClient({ baseUrl: server.url }).addSource({ source, history: 'full' });
    while (!(await isWhole(createClient({ baseUrl: server.url }), id))) {
      signal.throwIfAborted();
      terminal.overwrite(`${github.calls.length} calls, ${pages()} pages of discussions`);
      if (run.kills && kills === 0 && pages() >= killAfterPages) {
        await server.kill();
        kills += 1;
        server = await startLocalServer({ dataDirectory: run.data, vars });
      }
      await sleep(lookMs);
    }
  } finally {
    terminal.overwrite('');
    await server.stop();
    await github.close();
  }
  return {
    calls: github.calls.length,
    points: github.calls.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
    refused: github.calls.filter(({ status }) => status >= 400).length,
    kills,
    seconds: Math.round(performance.now() - startedAt) / 1_000,
  };
}

/** Its files are ready and nothing more of its past is on its way. */
async function isWhole(client: Client, id: string): Promise<boolean> {
  const { status, error, history } = await client.getRepository(id);
  if (status === 'failed') throw new Error(`It was not indexed: ${error?.message ?? ''}`);
  if (history?.state === 'failed') throw new Error(`Its past was not fetched: ${history.error ?? ''}`);
  return status === 'ready' && history?.state === 'done';
}
