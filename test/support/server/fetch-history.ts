/**
 * Fetches the history of a repository with pull requests and issues from a local GitHub, through the public API. Reports the calls, points and
 * time that it took. Faults and a kill of the whole server can interrupt it. The rows stay in the data directory, so that two runs can be compared.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { startLocalServer } from '../../../clients/cli/local-server/start-local-server.ts';
import { createClient, type Client } from '../../../worker/contract/client.ts';
import type { Fault } from '../github/faults.ts';
import type { RepositoryData } from '../github/options.ts';
import { startGitHub } from '../github/start-github.ts';

const token = 'of-the-deployment';
const pollIntervalMs = 100;

/** Faults for an interrupted run: two rate limits, a bad gateway, a slow page, and a kill of the server between two pages. */
export const historyFaults: Pick<FetchHistoryOptions, 'faults' | 'killAfterPages'> = {
  faults: [
    { on: /PullRequests/, nth: 3, kind: 'secondary-limit', status: 429, retryAfterSeconds: 2 },
    { on: /Issues/, nth: 3, kind: 'graphql-limit', resetInSeconds: 3 },
    { on: /PullRequests/, nth: 6, kind: 'bad-gateway' },
    { on: /Issues/, nth: 2, kind: 'slow', beforeHeadersMs: 4_000 },
  ],
  killAfterPages: 12,
};

interface FetchHistoryOptions {
  readonly repository: RepositoryData;
  /** Data directory of the server. It is not removed. */
  readonly dataDirectory: string;
  readonly faults?: readonly Fault[];
  /** Kills the server after this number of pages of discussions; never by default. */
  readonly killAfterPages?: number;
  readonly signal?: AbortSignal;
  /** Receives the number of calls and of requested pages of discussions so far. */
  readonly progress?: (calls: number, pages: number) => void;
}

export interface FetchedHistory {
  /** Number of calls to GitHub, including calls that a fault struck. */
  readonly calls: number;
  /** Points spent of GitHub's GraphQL budget of 5,000 per hour. */
  readonly points: number;
  readonly pages: number;
  /** The faults that struck, in order. */
  readonly struck: readonly Fault['kind'][];
  readonly kills: number;
  readonly seconds: number;
}

/** @throws when indexing or fetching the history fails */
export async function fetchHistory(options: FetchHistoryOptions): Promise<FetchedHistory> {
  const { repository, dataDirectory, faults = [] } = options;
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
    while (!(await isComplete(createClient({ baseUrl: server.url }), id))) {
      options.signal?.throwIfAborted();
      options.progress?.(github.calls.length, pages());
      if (kills === 0 && pages() >= (options.killAfterPages ?? Infinity)) {
        await server.kill();
        kills += 1;
        server = await startLocalServer({ dataDirectory, vars });
      }
      await sleep(pollIntervalMs);
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

/** Returns whether the files are ready and the history is complete. @throws Error if either failed */
async function isComplete(client: Client, id: string): Promise<boolean> {
  const { status, error, history } = await client.getRepository(id);
  if (status === 'failed') throw new Error(`Indexing failed: ${error?.message ?? ''}`);
  if (history?.state === 'failed') throw new Error(`Fetching the history failed: ${history.error ?? ''}`);
  return status === 'ready' && history?.state === 'done';
}
