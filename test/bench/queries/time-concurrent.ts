/** Times searches that run at the same time, as many as clients wait for. Reports failures instead of stopping at the first. */

import type { Client } from '../../../worker/contract/client.ts';
import type { LocalServer } from '../../../clients/cli/local-server/start-local-server.ts';
import { percentile, readProcessorTime } from '../timing.ts';

export interface ConcurrentTimes {
  readonly concurrent: number;
  readonly concurrentSearches: number;
  readonly concurrentErrors: number;
  readonly concurrentPerSecond: number;
  readonly concurrentP50Ms: number;
  readonly concurrentP95Ms: number;
  /** Mean processor time of a search. */
  readonly concurrentCpuMs: number;
}

interface ConcurrentRun {
  readonly server: Pick<LocalServer, 'workerdPids'>;
  readonly client: Pick<Client, 'search'>;
  readonly id: string;
  /** Each is searched once, so that no result comes from a cache of results. */
  readonly queries: readonly string[];
  /** How many clients search at the same time; each sends its next query when its last one is answered. */
  readonly concurrent: number;
}

export async function timeConcurrentSearches(run: ConcurrentRun): Promise<ConcurrentTimes> {
  const { server, client, id, queries, concurrent } = run;
  const waiting = [...queries];
  const ms: number[] = [];
  let errors = 0;
  const search = async (query: string): Promise<void> => {
    const startedAt = performance.now();
    try {
      await client.search(id, { query, expandGraph: true });
      ms.push(performance.now() - startedAt);
    } catch {
      errors += 1;
    }
  };
  const cpuMsBefore = readProcessorTime(server);
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: concurrent }, async () => {
      for (let query = waiting.shift(); query !== undefined; query = waiting.shift()) await search(query);
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  return {
    concurrent,
    concurrentSearches: queries.length,
    concurrentErrors: errors,
    concurrentPerSecond: Math.round((10 * ms.length) / seconds) / 10,
    concurrentP50Ms: percentile(ms, 0.5),
    concurrentP95Ms: percentile(ms, 0.95),
    concurrentCpuMs: Math.round((readProcessorTime(server) - cpuMsBefore) / queries.length),
  };
}
