/**
 * `versions [folder]`: measures how much ten versions of a repository store compared with one, how search in one of ten versions compares with
 * search in a single one, and how long a version takes to refresh after twenty files change. The folder is a git repository, whose ten latest tags
 * are the versions. Without a folder, the versions are ten generated states of the installed packages. `--refresh` measures only the refresh.
 */

import type { GraphExport } from '../../../worker/contract/graph/schema.ts';
import { createClient, type Client } from '../../../worker/contract/client.ts';
import { openSource } from '../../../clients/cli/source/open-source.ts';
import type { PackSource } from '../../../clients/cli/source/pack-source.ts';
import { formatTable } from '../../../clients/cli/terminal/format-table.ts';
import { type Bench, type BenchContext, withServer } from '../bench.ts';
import { measureIndexing } from './measure-indexing.ts';
import { percentile } from '../timing.ts';
import { changeFiles, treeVersions, type VersionSource, latestTags } from './version-sources.ts';
import { libraryFiles, librarySource } from '../library-tree.ts';

const versionCount = 10;
const searchCount = 60;
const warmUps = 10;
/** About 100,000 lines. */
const refreshedBytes = 3_900_000;
const filesChanged = 20;
const name = 'bench';

export const versionsBench: Bench = async (args, context) => {
  const [folder] = args.filter((arg) => arg !== '--refresh');
  const print = (figures: Readonly<Record<string, unknown>>): void =>
    context.terminal.print(
      formatTable(Object.entries(figures).map(([figure, value]) => [figure, String(value)])),
    );
  if (args.includes('--refresh')) {
    const figures = await refresh(context);
    print(figures);
    return figures;
  }
  const versions =
    folder === undefined ? treeVersions(versionCount) : await openLatestTags(folder, versionCount);
  const stored = await storeVersions(versions, context);
  print(stored);
  const refreshed = await refresh(context);
  print(refreshed);
  return { ...stored, ...refreshed };
};

async function openLatestTags(folder: string, count: number): Promise<readonly VersionSource[]> {
  const tags = await latestTags(folder, count);
  const open = async (ref: string): Promise<VersionSource> => ({
    ref,
    source: await openSource({ path: folder, workingDirectory: process.cwd(), ref }),
  });
  return Promise.all(tags.map(open));
}

/** Stores all versions on one server, oldest first, and the last version alone on another. Then searches the last version on both. */
async function storeVersions(versions: readonly VersionSource[], context: BenchContext) {
  const lastVersion = versions.at(-1);
  if (lastVersion === undefined) throw new Error('There is no version to index.');
  return withServer({ signal: context.signal }, (singleServer) =>
    withServer({ signal: context.signal }, async (server) => {
      const [singleClient, sharedClient] = [
        createClient({ baseUrl: singleServer.url }),
        createClient({ baseUrl: server.url }),
      ];
      const { outcome } = await index(singleServer, lastVersion, context);
      const singleVersion = await singleClient.getVersion(outcome.id, lastVersion.ref);
      const totals = { id: '', chunks: 0, embeddings: 0 };
      for (const version of versions) {
        totals.id = (await index(server, version, context)).outcome.id;
        const stored = await sharedClient.getVersion(totals.id, version.ref);
        totals.chunks += stored.chunks.own;
        totals.embeddings += stored.embeddings.own;
      }
      const targets = [
        { client: singleClient, id: outcome.id },
        { client: sharedClient, id: totals.id },
      ] as const;
      return {
        versions: versions.map(({ ref }) => ref).join(' '),
        chunksOfOne: singleVersion.chunks.stored,
        chunksOfAll: totals.chunks,
        chunksTimesOne: ratio(totals.chunks, singleVersion.chunks.stored),
        embeddingsTimesOne: ratio(totals.embeddings, singleVersion.embeddings.stored),
        ...(await searchBoth(targets, lastVersion.ref)),
      };
    }),
  );
}

interface SearchTarget {
  readonly client: Client;
  readonly id: string;
}

/** Alternates between the two servers, so that other load on the machine affects both equally. */
async function searchBoth(targets: readonly [SearchTarget, SearchTarget], version: string) {
  const [singleTarget, sharedTarget] = targets;
  const queries = await createQueries(singleTarget.client, singleTarget.id);
  const times: [number[], number[]] = [[], []];
  let differing = 0;
  for (const [round, query] of [...queries.slice(0, warmUps), ...queries].entries()) {
    const first = await search(singleTarget, { query, version });
    const second = await search(sharedTarget, { query, version });
    if (round < warmUps) continue;
    times[0].push(first.ms);
    times[1].push(second.ms);
    if (first.ranking !== second.ranking) differing += 1;
  }
  return {
    searches: times[0].length,
    searchP50MsAlone: percentile(times[0], 0.5),
    searchP50MsAmongAll: percentile(times[1], 0.5),
    rankingsThatDiffer: differing,
  };
}

async function search(
  { client, id }: SearchTarget,
  request: { readonly query: string; readonly version: string },
) {
  const startedAt = performance.now();
  const { results } = await client.search(id, request);
  const ms = performance.now() - startedAt;
  return {
    ms,
    ranking: JSON.stringify(results.map(({ path, startLine, score }) => [path, startLine, score])),
  };
}

type Server = Parameters<typeof measureIndexing>[0];

function index(server: Server, { ref, source }: VersionSource, context: BenchContext) {
  return measureIndexing(server, { ...source, ref, defaultName: name }, context);
}

/** Creates questions about the most-referenced symbols of the repository. */
async function createQueries(client: Client, id: string): Promise<readonly string[]> {
  const { symbols } = await client.repositoryMap(id, 100);
  return symbols
    .slice(0, searchCount)
    .map(({ name: symbol }) => `where is ${symbol} used and what is it for`);
}

/** Refreshes a version after a change. A second version keeps the unchanged tree, so the refreshed version shares all chunks but those parsed again. */
async function refresh(context: BenchContext) {
  const files = libraryFiles(refreshedBytes, 'by-package');
  const [base, changed] = [librarySource(name, files), librarySource(name, changeFiles(files, filesChanged))];
  const run = await withServer({ signal: context.signal }, async (server) => {
    const client = createClient({ baseUrl: server.url });
    await index(server, { ref: 'base', source: base }, context);
    await index(server, { ref: 'main', source: base }, context);
    const { outcome } = await index(server, { ref: 'main', source: changed }, context);
    const { chunks, embeddings } = await client.getVersion(outcome.id, 'main');
    return { outcome, chunks, embeddings, graph: await client.exportGraph(outcome.id, 'main') };
  });
  const freshGraph = await indexFresh(changed, context);
  return {
    refreshedLines: run.outcome.counts.lines,
    refreshSeconds: run.outcome.totalMs / 1_000,
    ...Object.fromEntries(
      Object.entries(run.outcome.stages).map(([stage, ms]) => [`refresh ${stage} s`, ms / 1_000]),
    ),
    chunksParsedAgain: ratio(run.chunks.own, run.chunks.stored),
    embeddedAgain: ratio(run.embeddings.own, run.embeddings.stored),
    edges: run.graph.edges.length,
    edgesThatDiffer: countGraphDifferences(run.graph, freshGraph),
  };
}

function indexFresh(source: PackSource, context: BenchContext) {
  return withServer({ signal: context.signal }, async (server) => {
    const { outcome } = await index(server, { ref: 'main', source }, context);
    return createClient({ baseUrl: server.url }).exportGraph(outcome.id, 'main');
  });
}

function ratio(part: number, whole: number): number {
  return Math.round((part / Math.max(1, whole)) * 10_000) / 10_000;
}

/** Counts the edges that only one of two graphs contains. Compares edges by the names of their nodes, since keys differ between snapshots. */
function countGraphDifferences(first: GraphExport, other: GraphExport): number {
  const unmatched = countItems(describeEdges(first));
  let differences = 0;
  for (const edge of describeEdges(other)) {
    const times = unmatched.get(edge) ?? 0;
    if (times === 0) differences += 1;
    else unmatched.set(edge, times - 1);
  }
  return differences + [...unmatched.values()].reduce((sum, times) => sum + times, 0);
}

function describeEdges({ nodes, edges }: GraphExport): readonly string[] {
  const names = new Map(nodes.map(({ key, attributes }) => [key, describeNode(attributes)]));
  return edges.map(({ source, target, attributes }) =>
    JSON.stringify([names.get(source), names.get(target), Object.entries(attributes).toSorted()]),
  );
}

function describeNode(attributes: Readonly<Record<string, unknown>>): string {
  return ['kind', 'path', 'symbol', 'name', 'startLine'].map((field) => String(attributes[field])).join(' ');
}

function countItems(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}
