/**
 * `versions [folder]`: what ten versions of a repository cost beside one, how search of one of ten compares with search of it alone, and
 * how long a version takes to be replaced when twenty of its files change. With a folder, a git repository, the versions are its ten
 * latest tags; without, ten states of a tree made of the installed packages. `--refresh`: the last of these alone.
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
  const [folder] = args.filter((arg) => arg !== '--refresh');
  const print = (told: Readonly<Record<string, unknown>>): void =>
    context.terminal.print(table(Object.entries(told).map(([what, value]) => [what, String(value)])));
  if (args.includes('--refresh')) {
    const alone = await refresh(context);
    print(alone);
    return alone;
  }
  const versions = folder === undefined ? treeVersions(versionCount) : await tagsOf(folder, versionCount);
  const stored = await storeVersions(versions, context);
  print(stored);
  const refreshed = await refresh(context);
  print(refreshed);
  return { ...stored, ...refreshed };
};

async function tagsOf(folder: string, count: number): Promise<readonly NamedSource[]> {
  const tags = await latestTags(folder, count);
  const open = async (ref: string): Promise<NamedSource> => ({
    ref,
    source: await openSource({ path: folder, workingDirectory: process.cwd(), ref }),
  });
  return Promise.all(tags.map(open));
}

/** Oldest first, so that the one that is searched is one among others; alone it stands on a server of its own beside. */
async function storeVersions(versions: readonly NamedSource[], context: BenchContext) {
  const last = versions.at(-1);
  if (last === undefined) throw new Error('there is no version to index');
  return withServer({ signal: context.signal }, (apart) =>
    withServer({ signal: context.signal }, async (server) => {
      const [alone, among] = [createClient({ baseUrl: apart.url }), createClient({ baseUrl: server.url })];
      const { outcome } = await index(apart, last, context);
      const one = await alone.getVersion(outcome.id, last.ref);
      const sums = { id: '', chunks: 0, embeddings: 0 };
      for (const version of versions) {
        sums.id = (await index(server, version, context)).outcome.id;
        const told = await among.getVersion(sums.id, version.ref);
        sums.chunks += told.chunks.own;
        sums.embeddings += told.embeddings.own;
      }
      const places = [
        { client: alone, id: outcome.id },
        { client: among, id: sums.id },
      ] as const;
      return {
        versions: versions.map(({ ref }) => ref).join(' '),
        chunksOfOne: one.chunks.stored,
        chunksOfAll: sums.chunks,
        chunksTimesOne: ratio(sums.chunks, one.chunks.stored),
        embeddingsTimesOne: ratio(sums.embeddings, one.embeddings.stored),
        ...(await searchBoth(places, last.ref)),
      };
    }),
  );
}

interface Searched {
  readonly client: Client;
  readonly id: string;
}

/** Turn by turn, so that what the machine does beside falls on both. */
async function searchBoth(places: readonly [Searched, Searched], version: string) {
  const [alone, among] = places;
  const queries = await queriesOf(alone.client, alone.id);
  const times: [number[], number[]] = [[], []];
  let differing = 0;
  for (const [turn, query] of [...queries.slice(0, warmUps), ...queries].entries()) {
    const first = await search(alone, { query, version });
    const second = await search(among, { query, version });
    if (turn < warmUps) continue;
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

async function search({ client, id }: Searched, asked: { readonly query: string; readonly version: string }) {
  const startedAt = performance.now();
  const { results } = await client.search(id, asked);
  const ms = performance.now() - startedAt;
  return {
    ms,
    ranking: JSON.stringify(results.map(({ path, startLine, score }) => [path, startLine, score])),
  };
}

type Server = Parameters<typeof measureIndexing>[0];

function index(server: Server, { ref, source }: NamedSource, context: BenchContext) {
  return measureIndexing(server, { ...source, ref, defaultName: name }, context);
}

/** Names the repository refers to most, asked for in words. */
async function queriesOf(client: Client, id: string): Promise<readonly string[]> {
  const { symbols } = await client.repositoryMap(id, 100);
  return symbols
    .slice(0, searchCount)
    .map(({ name: symbol }) => `where is ${symbol} used and what is it for`);
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
