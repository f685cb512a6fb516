/**
 * `versions [folder]`: what ten versions of a repository cost beside one, how search of one of ten compares with search of it alone, and
 * how long a version takes to be replaced when twenty of its files change. With a folder, a git repository, the versions are its ten
 * latest tags; without, ten states of a tree made of the installed packages.
 */

import { createClient, type Client } from '../../worker/contract/client.ts';
import { openSource } from '../../clients/cli/source/open-source.ts';
import type { PackSource } from '../../clients/cli/source/pack-source.ts';
import { table } from '../../clients/cli/table.ts';
import type { Bench, BenchContext } from './bench.ts';
import { measureIndexing } from './measure-indexing.ts';
import { percentile } from './percentile.ts';
import { changedFiles, treeVersions, type NamedSource } from './version-trees.ts';
import { latestTags } from './latest-tags.ts';
import { graphDifferences } from './graph-differences.ts';
import { libraryFiles, librarySource } from './library-tree.ts';
import { withServer } from './with-server.ts';

const versionCount = 10;
const searchCount = 60;
const warmUps = 10;
/** About 100,000 lines. */
const refreshedBytes = 3_900_000;
const filesChanged = 20;
const name = 'bench';

export const versionsBench: Bench = async (args, context) => {
  const [folder] = args;
  const versions = folder === undefined ? treeVersions(versionCount) : await tagsOf(folder, versionCount);
  const stored = await storeVersions(versions, context);
  const refreshed = await refresh(context);
  const result = { ...stored, ...refreshed };
  context.terminal.print(table(Object.entries(result).map(([what, value]) => [what, String(value)])));
  return result;
};

async function tagsOf(folder: string, count: number): Promise<readonly NamedSource[]> {
  const tags = await latestTags(folder, count);
  const open = async (ref: string): Promise<NamedSource> => ({
    ref,
    source: await openSource({ path: folder, workingDirectory: process.cwd(), ref }),
  });
  return Promise.all(tags.map(open));
}

/** Oldest first, so that the one that is searched is one among others. */
async function storeVersions(versions: readonly NamedSource[], context: BenchContext) {
  const last = versions.at(-1);
  if (last === undefined) throw new Error('there is no version to index');
  const alone = await withServer({ signal: context.signal }, async (server) => {
    const { outcome } = await index(server, last, context);
    const client = createClient({ baseUrl: server.url });
    const queries = await queriesOf(client, outcome.id);
    const found = await searchAll(client, { id: outcome.id, version: last.ref, queries });
    const { chunks, embeddings } = await client.getVersion(outcome.id, last.ref);
    return { queries, found, chunks: chunks.stored, embeddings: embeddings.stored };
  });
  return withServer({ signal: context.signal }, async (server) => {
    const client = createClient({ baseUrl: server.url });
    const sums = { chunks: 0, embeddings: 0 };
    let id = '';
    for (const version of versions) {
      const { outcome } = await index(server, version, context);
      id = outcome.id;
      const told = await client.getVersion(id, version.ref);
      sums.chunks += told.chunks.own;
      sums.embeddings += told.embeddings.own;
    }
    const found = await searchAll(client, { id, version: last.ref, queries: alone.queries });
    return {
      versions: versions.map(({ ref }) => ref).join(' '),
      chunksOfOne: alone.chunks,
      chunksOfAll: sums.chunks,
      chunksTimesOne: ratio(sums.chunks, alone.chunks),
      embeddingsTimesOne: ratio(sums.embeddings, alone.embeddings),
      searchP50MsAlone: percentile(alone.found.times, 0.5),
      searchP50MsAmongAll: percentile(found.times, 0.5),
      rankingsThatDiffer: found.rankings.filter((one, index_) => one !== alone.found.rankings[index_]).length,
    };
  });
}

type Server = Parameters<typeof measureIndexing>[0];

function index(server: Server, { ref, source }: NamedSource, context: BenchContext) {
  return measureIndexing(server, { ...source, ref, defaultName: name }, context);
}

/** The words of paths, which any repository has. */
async function queriesOf(client: Client, id: string): Promise<readonly string[]> {
  const { symbols } = await client.repositoryMap(id, 100);
  return symbols
    .slice(0, searchCount)
    .map(({ name: symbol }) => `where is ${symbol} used and what is it for`);
}

async function searchAll(
  client: Client,
  asked: { readonly id: string; readonly version: string; readonly queries: readonly string[] },
): Promise<{ readonly times: readonly number[]; readonly rankings: readonly string[] }> {
  const times: number[] = [];
  const rankings: string[] = [];
  for (const query of [...asked.queries.slice(0, warmUps), ...asked.queries]) {
    const startedAt = performance.now();
    const { results } = await client.search(asked.id, { query, version: asked.version });
    times.push(performance.now() - startedAt);
    rankings.push(JSON.stringify(results.map(({ path, startLine, score }) => [path, startLine, score])));
  }
  return { times: times.slice(warmUps), rankings: rankings.slice(warmUps) };
}

/** The same tree under another name stands beside it, so that what is parsed again is told by what the two do not share. */
async function refresh(context: BenchContext) {
  const files = libraryFiles(refreshedBytes, 'by-package');
  const [base, changed] = [
    librarySource(name, files),
    librarySource(name, changedFiles(files, filesChanged)),
  ];
  const run = await withServer({ signal: context.signal }, async (server) => {
    const client = createClient({ baseUrl: server.url });
    await index(server, { ref: 'base', source: base }, context);
    await index(server, { ref: 'main', source: base }, context);
    const { outcome } = await index(server, { ref: 'main', source: changed }, context);
    const { chunks, embeddings } = await client.getVersion(outcome.id, 'main');
    return { outcome, chunks, embeddings, graph: await client.exportGraph(outcome.id, 'main') };
  });
  const whole = await withFresh(changed, context);
  return {
    refreshedLines: run.outcome.counts.lines,
    refreshSeconds: run.outcome.totalMs / 1_000,
    ...Object.fromEntries(
      Object.entries(run.outcome.stages).map(([stage, ms]) => [`refresh ${stage} s`, ms / 1_000]),
    ),
    chunksParsedAgain: ratio(run.chunks.own, run.chunks.stored),
    embeddedAgain: ratio(run.embeddings.own, run.embeddings.stored),
    edges: run.graph.edges.length,
    edgesThatDiffer: graphDifferences(run.graph, whole),
  };
}

function withFresh(source: PackSource, context: BenchContext) {
  return withServer({ signal: context.signal }, async (server) => {
    const { outcome } = await index(server, { ref: 'main', source }, context);
    return createClient({ baseUrl: server.url }).exportGraph(outcome.id, 'main');
  });
}

function ratio(part: number, whole: number): number {
  return Math.round((part / Math.max(1, whole)) * 10_000) / 10_000;
}
