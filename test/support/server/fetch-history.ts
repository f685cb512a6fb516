/**
 * The past of a repository with pull requests and issues, fetched through the public door from a GitHub on loopback, undisturbed or with
 * faults and the whole server killed in the middle: what that took. The rows it leaves stay in its data directory, to be compared.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { startLocalServer } from '../../../clients/cli/local-server/start-local-server.ts';
import { createClient, type Client } from '../../../worker/contract/client.ts';
import type { Fault } from '../github/faults.ts';
import type { RepositoryData } from '../github/options.ts';
import { startGitHub } from '../github/start-github.ts';

const token = 'of-the-deployment';
const lookMs = 100;

/** Two limits, a bad gateway, a page that is slow and the server killed between two pages. */
export const pastFaults: Pick<PastToFetch, 'faults' | 'killAfterPages'> = {
  faults: [
    { on: /PullRequests/, nth: 3, kind: 'secondary-limit', status: 429, retryAfterSeconds: 2 },
    { on: /Issues/, nth: 3, kind: 'graphql-limit', resetInSeconds: 3 },
    { on: /PullRequests/, nth: 6, kind: 'bad-gateway' },
    { on: /Issues/, nth: 2, kind: 'slow', beforeHeadersMs: 4_000 },
  ],
  killAfterPages: 12,
};

interface PastToFetch {
  readonly repository: RepositoryData;
  /** Of the server; kept. */
  readonly dataDirectory: string;
  readonly faults?: readonly Fault[];
  /** Pages of discussions that have been asked for when the server is killed; never where left out. */
  readonly killAfterPages?: number;
  readonly signal?: AbortSignal;
  /** Told the calls made and pages of discussions asked for so far. */
  readonly progress?: (calls: number, pages: number) => void;
}

export interface FetchedPast {
  /** Calls to GitHub, those answered by a fault included. */
  readonly calls: number;
  /** Of GitHub's budget for GraphQL, 5,000 an hour. */
  readonly points: number;
  readonly pages: number;
  /** Which faults struck, in their order. */
  readonly struck: readonly Fault['kind'][];
  readonly kills: number;
  readonly seconds: number;
}

/** @throws when the repository or its past fails. */
export async function fetchPast(past: PastToFetch): Promise<FetchedPast> {
  const { repository, dataDirectory, faults = [] } = past;
  const github = await startGitHub({
    repositories: [repository],
    tokens: [{ token, login: 'ann', canRead: [] }],
    faults,
  });
  const vars = {
    GITHUB_API_URL: github.url,
    GITHUB_TOKEN: token,
    LOOPBACK_HOSTS: [github.url, github.codeloadUrl].map((url) => new URL(url).host).join(','),
  };
  const startedAt = performance.now();
  let server = await startLocalServer({ dataDirectory, vars });
  let kills = 0;
  const pages = (): number =>
    github.calls.filter(({ operation }) => /PullRequests|Issues/.test(operation ?? '')).length;
  try {
    const source = `${repository.owner}/${repository.name}`;
    const { id } = await createClient({ baseUrl: server.url }).addSource({ source, history: 'full' });
    while (!(await isWhole(createClient({ baseUrl: server.url }), id))) {
      past.signal?.throwIfAborted();
      past.progress?.(github.calls.length, pages());
      if (kills === 0 && pages() >= (past.killAfterPages ?? Infinity)) {
        await server.kill();
        kills += 1;
        server = await startLocalServer({ dataDirectory, vars });
      }
      await sleep(lookMs);
    }
  } finally {
    await server.stop();
    await github.close();
  }
  return {
    calls: github.calls.length,
    points: github.calls.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
    pages: pages(),
    struck: github.calls.flatMap(({ fault }) => fault ?? []),
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
