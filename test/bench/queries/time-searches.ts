/**
 * Times searches with every part on, one after another: elapsed time, the retrieval time that the server reports, and processor time. Repeats some
 * searches with one part off; the time saved is the cost of that part.
 */

import type { Client } from '../../../worker/contract/client.ts';
import type { SearchRequest } from '../../../worker/contract/search/schema.ts';
import type { LocalServer } from '../../../clients/cli/local-server/start-local-server.ts';
import { percentile, readProcessorTime } from '../timing.ts';

export interface SearchTimes {
  readonly searches: number;
  readonly searchP50Ms: number;
  readonly searchP95Ms: number;
  readonly searchServedP50Ms: number;
  readonly searchServedP95Ms: number;
  /** Mean processor time of a search. */
  readonly searchCpuMs: number;
  readonly parts: readonly PartTimes[];
}

interface PartTimes {
  /** The part that is off. */
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
/** Every fourth search is repeated without each part. */
const step = 4;

interface SearchRun {
  readonly server: Pick<LocalServer, 'workerdPids'>;
  readonly client: Client;
  readonly id: string;
  readonly queries: readonly string[];
  /** Number of first queries that are not counted. */
  readonly warmUps: number;
}

export async function timeSearches(run: SearchRun): Promise<SearchTimes> {
  const { queries, warmUps, server } = run;
  for (const query of queries.slice(0, warmUps)) await timeSearch(run, { query, ...everything });
  const measuredQueries = queries.slice(warmUps);
  const cpuMsBefore = readProcessorTime(server);
  const times = [];
  for (const query of measuredQueries) times.push(await timeSearch(run, { query, ...everything }));
  const searchCpuMs = Math.round((readProcessorTime(server) - cpuMsBefore) / times.length);
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
      run,
      measuredQueries.filter((_, index) => index % step === 0),
    ),
  };
}

/** Runs the variants of one query in succession, so that the machine is about as fast for each. */
async function timeParts(run: SearchRun, queries: readonly string[]): Promise<readonly PartTimes[]> {
  const variants = Object.entries(parts).map(([without, options]) => ({
    without,
    options,
    ms: new Array<number>(),
  }));
  for (const query of queries)
    for (const { options, ms } of variants) ms.push((await timeSearch(run, { query, ...options })).wallMs);
  return variants.map(({ without, ms }) => ({
    without,
    searches: ms.length,
    p50Ms: percentile(ms, 0.5),
    p95Ms: percentile(ms, 0.95),
  }));
}

async function timeSearch({ client, id }: SearchRun, request: SearchRequest) {
  const startedAt = performance.now();
  const { timings } = await client.search(id, request);
  return { wallMs: performance.now() - startedAt, servedMs: timings.retrieveMs };
}
