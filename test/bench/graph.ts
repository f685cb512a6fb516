/**
 * `graph`: how long questions to the graph of a large tree take through HTTP, one after another: what depends on and what calls a
 * definition in two steps, and chains, half of them between definitions that a walk along calls connects, half between any.
 * With `--at <url> --repository <id or name>` they are put to a running server's repository instead.
 */

import { createClient } from '../../worker/contract/client.ts';
import type { Client } from '../../worker/contract/client.ts';
import type { GraphExport, GraphParameters, GraphQuery } from '../../worker/contract/graph.ts';
import { findRepository } from '../../clients/cli/find-repository.ts';
import { table } from '../../clients/cli/table.ts';
import type { Bench, BenchContext } from './bench.ts';
import { graphQuestions } from './graph-questions.ts';
import { libraryFiles, librarySource } from './library-tree.ts';
import { measureIndexing } from './measure-indexing.ts';
import { percentile } from './percentile.ts';
import { withServer } from './with-server.ts';

/** The bytes that make about 15,000 chunks in `query`; packages whole, so that files find what they import. */
const treeBytes = 10_500_000;
const questions = 200;
/** Asked first and not counted, so that modules are loaded and pages of the index cached. */
const warmUps = 5;

export interface GraphQuestion {
  readonly query: GraphQuery;
  readonly parameters: GraphParameters;
}

interface Times {
  /** As its asker waits for it. */
  readonly wallMs: number;
  /** As the server tells it. */
  readonly servedMs: number;
  readonly found: number;
}

export const graphBench: Bench = async (args, context) => {
  const url = optionOf(args, '--at');
  const named = optionOf(args, '--repository');
  if (url !== undefined && named !== undefined) {
    const client = createClient({ baseUrl: url });
    const { id } = await findRepository(client, named);
    return measureGraph(client, id, context);
  }
  const files = libraryFiles(treeBytes, 'by-package');
  return withServer({ signal: context.signal }, async (server) => {
    const { outcome } = await measureIndexing(server, librarySource('library', files), context);
    const result = await measureGraph(createClient({ baseUrl: server.url }), outcome.id, context);
    return { lines: outcome.counts.lines, ...result };
  });
};

function optionOf(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
}

async function measureGraph(client: Client, id: string, { terminal }: BenchContext) {
  const graph = await client.exportGraph(id);
  const { twoHops, chains } = graphQuestions(graph, questions + warmUps);
  const hopTimes = await timeEach(client, id, twoHops);
  const chainTimes = await timeEach(client, id, chains);
  const result = { ...sizesOf(graph), ...summarise(hopTimes, chainTimes) };
  terminal.print(describe(result));
  return result;
}

async function timeEach(
  client: Client,
  id: string,
  asked: readonly GraphQuestion[],
): Promise<readonly Times[]> {
  const times: Times[] = [];
  for (const { query, parameters } of asked) {
    const startedAt = performance.now();
    const answer = await client.graph(id, query, parameters);
    const wallMs = performance.now() - startedAt;
    times.push({ wallMs, servedMs: answer.totalMs, found: answer.nodes.length });
  }
  return times.slice(warmUps);
}

function sizesOf({ nodes, edges }: GraphExport) {
  return {
    nodes: nodes.length,
    edges: edges.length,
    symbols: nodes.filter(({ attributes }) => attributes['symbol'] !== undefined).length,
  };
}

function summarise(twoHops: readonly Times[], chains: readonly Times[]) {
  const wall = (times: readonly Times[], at: number): number =>
    percentile(
      times.map(({ wallMs }) => wallMs),
      at,
    );
  const served = (times: readonly Times[], at: number): number =>
    percentile(
      times.map(({ servedMs }) => servedMs),
      at,
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
    /** Nodes in the median and the largest answer of two steps, and chains that were found. */
    reachedP50: percentile(
      twoHops.map(({ found }) => found),
      0.5,
    ),
    reachedMost: Math.max(0, ...twoHops.map(({ found }) => found)),
    chainsFound: chains.filter(({ found }) => found > 0).length,
  };
}

function describe(result: ReturnType<typeof sizesOf> & ReturnType<typeof summarise>): string {
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
  const sizes = `${nodes} nodes, of them ${symbols} definitions, and ${edges} edges`;
  return `${sizes}\n${table(rows)}\nTwo steps reach ${reachedP50} nodes in the median and ${reachedMost} at most; ${chainsFound} chains were found.`;
}
