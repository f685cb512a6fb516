/**
 * `graph`: measures sequential graph queries over HTTP on a large tree: dependents and callers of a definition within two steps, and chains. Half of
 * the chains are known to exist. `--at <url> --repository <id or name>` queries a repository of a running server.
 */

import { createClient, type Client } from '../../../worker/contract/client.ts';
import type { GraphExport, GraphParameters, GraphQuery } from '../../../worker/contract/graph/schema.ts';
import { findRepository } from '../../../clients/cli/find-repository.ts';
import { formatTable } from '../../../clients/cli/terminal/format-table.ts';
import { type Bench, type BenchContext, withServer } from '../bench.ts';
import { graphQuestions } from './graph-questions.ts';
import { libraryFiles, librarySource } from '../library-tree.ts';
import { measureIndexing } from '../indexing/measure-indexing.ts';
import { percentile } from '../timing.ts';

/** The same tree size as in the `query` bench: about 15,000 chunks. */
const treeBytes = 10_500_000;
const questions = 200;
/** Number of first queries that are not counted, since they load modules and cache index pages. */
const warmUps = 5;

export interface GraphQuestion {
  readonly query: GraphQuery;
  readonly parameters: GraphParameters;
}

interface Times {
  /** Elapsed time at the client. */
  readonly wallMs: number;
  /** Time that the server reports. */
  readonly servedMs: number;
  readonly nodeCount: number;
}

export const graphBench: Bench = async (args, context) => {
  const url = readOption(args, '--at');
  const repository = readOption(args, '--repository');
  if (url !== undefined && repository !== undefined) {
    const client = createClient({ baseUrl: url });
    const { id } = await findRepository(client, repository);
    return measureGraph(client, id, context);
  }
  // Whole packages, so that imports resolve.
  const files = libraryFiles(treeBytes, 'by-package');
  return withServer({ signal: context.signal }, async (server) => {
    const { outcome } = await measureIndexing(server, librarySource('library', files), context);
    const result = await measureGraph(createClient({ baseUrl: server.url }), outcome.id, context);
    return { lines: outcome.counts.lines, ...result };
  });
};

function readOption(args: readonly string[], name: string): string | undefined {
  const flagIndex = args.indexOf(name);
  return flagIndex < 0 ? undefined : args[flagIndex + 1];
}

async function measureGraph(client: Client, id: string, { terminal }: BenchContext) {
  const graph = await client.exportGraph(id);
  const { twoHops, chains } = graphQuestions(graph, questions + warmUps);
  const hopTimes = await timeEach(client, id, twoHops);
  const chainTimes = await timeEach(client, id, chains);
  const result = { ...countSizes(graph), ...summarize(hopTimes, chainTimes) };
  terminal.print(describe(result));
  return result;
}

async function timeEach(
  client: Client,
  id: string,
  queries: readonly GraphQuestion[],
): Promise<readonly Times[]> {
  const times: Times[] = [];
  for (const { query, parameters } of queries) {
    const startedAt = performance.now();
    const answer = await client.graph(id, query, parameters);
    const wallMs = performance.now() - startedAt;
    times.push({ wallMs, servedMs: answer.totalMs, nodeCount: answer.nodes.length });
  }
  return times.slice(warmUps);
}

function countSizes({ nodes, edges }: GraphExport) {
  return {
    nodes: nodes.length,
    edges: edges.length,
    symbols: nodes.filter(({ attributes }) => attributes['symbol'] !== undefined).length,
  };
}

function summarize(twoHops: readonly Times[], chains: readonly Times[]) {
  const wall = (times: readonly Times[], quantile: number): number =>
    percentile(
      times.map(({ wallMs }) => wallMs),
      quantile,
    );
  const served = (times: readonly Times[], quantile: number): number =>
    percentile(
      times.map(({ servedMs }) => servedMs),
      quantile,
    );
  return {
    twoHops: twoHops.length,
    twoHopsP50Ms: wall(twoHops, 0.5),
    twoHopsP95Ms: wall(twoHops, 0.95),
    twoHopsServedP50Ms: served(twoHops, 0.5),
    twoHopsServedP95Ms: served(twoHops, 0.95),
    chains: chains.length,
    chainP50Ms: wall(chains, 0.5),
    chainP95Ms: wall(chains, 0.95),
    chainServedP50Ms: served(chains, 0.5),
    chainServedP95Ms: served(chains, 0.95),
    /** Nodes in the median and the largest two-step result. */
    reachedP50: percentile(
      twoHops.map(({ nodeCount }) => nodeCount),
      0.5,
    ),
    reachedMost: Math.max(0, ...twoHops.map(({ nodeCount }) => nodeCount)),
    chainsFound: chains.filter(({ nodeCount }) => nodeCount > 0).length,
  };
}

function describe(result: ReturnType<typeof countSizes> & ReturnType<typeof summarize>): string {
  const rows = [
    ['', 'calls', 'p50 ms', 'p95 ms', 'served p50', 'served p95'],
    [
      'two steps of dependents or callers',
      result.twoHops,
      result.twoHopsP50Ms,
      result.twoHopsP95Ms,
      result.twoHopsServedP50Ms,
      result.twoHopsServedP95Ms,
    ],
    [
      'a chain',
      result.chains,
      result.chainP50Ms,
      result.chainP95Ms,
      result.chainServedP50Ms,
      result.chainServedP95Ms,
    ],
  ];
  const { nodes, edges, symbols, reachedP50, reachedMost, chainsFound } = result;
  const sizes = `${nodes} nodes (${symbols} of them definitions) and ${edges} edges`;
  return `${sizes}\n${formatTable(rows)}\nTwo steps reach ${reachedP50} nodes at the median and ${reachedMost} at most; ${chainsFound} chains were found.`;
}
