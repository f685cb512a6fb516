/**
 * Searches with everything on, one after another: as their asker waits for them, as the server tells what finding took of it, and what
 * its processes computed. Some are made again with a part left out: what is saved is what the part takes.
 */

import type { Client } from '../../worker/contract/client.ts';
import type { SearchRequest } from '../../worker/contract/search.ts';
import type { LocalServer } from '../../clients/cli/local-server.ts';
import { percentile } from './percentile.ts';
import { processCpu } from './process-cpu.ts';

export interface SearchTimes {
  readonly searches: number;
  readonly searchP50Ms: number;
  readonly searchP95Ms: number;
  readonly searchServedP50Ms: number;
  readonly searchServedP95Ms: number;
  /** Mean of a search. */
  readonly searchCpuMs: number;
  readonly parts: readonly PartTimes[];
}

interface PartTimes {
  /** What is left out. */
  readonly without: string;
  readonly searches: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

type Options = Omit<SearchRequest, 'query'>;

const everything: Options = { expandGraph: true };
const parts: Readonly<Record<string, Options>> = {
  nothing: everything,
  'the graph': { expandGraph: false },
  vectors: { ...everything, without: ['dense'] },
  'the keyword index': { ...everything, without: ['lexical'] },
  'the fitted ranker': { ...everything, reranker: 'none' },
};
/** Every so many of the searches are made again for each part. */
const step = 4;

interface Asked {
  readonly server: Pick<LocalServer, 'workerdPids'>;
  readonly client: Client;
  readonly id: string;
  readonly queries: readonly string[];
  /** So many of the first are not counted. */
  readonly warmUps: number;
}

export async function timeSearches(asked: Asked): Promise<SearchTimes> {
  const { queries, warmUps, server } = asked;
  for (const query of queries.slice(0, warmUps)) await timeSearch(asked, { query, ...everything });
  const counted = queries.slice(warmUps);
  const before = processCpu(server);
  const times = [];
  for (const query of counted) times.push(await timeSearch(asked, { query, ...everything }));
  const searchCpuMs = Math.round((processCpu(server) - before) / times.length);
  const wall = times.map(({ wallMs }) => wallMs);
  const served = times.map(({ servedMs }) => servedMs);
  return {
    searches: times.length,
    searchP50Ms: percentile(wall, 0.5),
    searchP95Ms: percentile(wall, 0.95),
    searchServedP50Ms: percentile(served, 0.5),
    searchServedP95Ms: percentile(served, 0.95),
    searchCpuMs,
    parts: await timeParts(
      asked,
      counted.filter((_, index) => index % step === 0),
    ),
  };
}

/** The variants of one query one after another: the machine is then as fast for each. */
async function timeParts(asked: Asked, queries: readonly string[]): Promise<readonly PartTimes[]> {
  const variants = Object.entries(parts).map(([without, options]) => ({
    without,
    options,
    ms: new Array<number>(),
  }));
  for (const query of queries)
    for (const { options, ms } of variants) ms.push((await timeSearch(asked, { query, ...options })).wallMs);
  return variants.map(({ without, ms }) => ({
    without,
    searches: ms.length,
    p50Ms: percentile(ms, 0.5),
    p95Ms: percentile(ms, 0.95),
  }));
}

async function timeSearch({ client, id }: Asked, request: SearchRequest) {
  const startedAt = performance.now();
  const { timings } = await client.search(id, request);
  return { wallMs: performance.now() - startedAt, servedMs: timings.retrieveMs };
}
