/** Creates the services of flows that query the graph, from a graph in memory. */

import type { GraphServices } from '../../../worker/flows/graph/graph-query.ts';
import type { ResolvedSnapshot } from '../../../worker/flows/versions/resolve-snapshot.ts';
import { zeroCounts } from '../../../worker/core/repositories/repository.ts';
import type { SymbolRow } from '../../../worker/ports/chunk-store.ts';
import { createManualClock } from '../fakes/manual-clock.ts';
import type { MemoryGraph } from '../fakes/memory-graph.ts';

/** Maximum number of symbols that the store returns for one name. */
const symbolsPerName = 100;

const matchesName = (symbol: SymbolRow, name: string): boolean => {
  const [requested, symbolName] = [name.toLowerCase(), symbol.qualifiedName.toLowerCase()];
  return symbolName === requested || symbolName.endsWith(`.${requested}`);
};

/** Implements the reads of the chunk store that graph queries use; any other call fails the test. */
export function createGraphServices(
  graph: MemoryGraph,
  texts: Readonly<Record<string, string>> = {},
): GraphServices {
  const chunkStore = {
    listFiles: () =>
      Promise.resolve(
        graph.files.map(({ path }) => ({ path, role: 'source', language: 'python', lines: 9, bytes: 99 })),
      ),
    readFile: (_: unknown, path: string) =>
      Promise.resolve(texts[path] === undefined ? undefined : { text: texts[path] }),
    readFiles: (_: unknown, paths: readonly string[]) =>
      Promise.resolve(
        paths.flatMap((path) => (texts[path] === undefined ? [] : [{ path, text: texts[path] }])),
      ),
    findSymbols: (_: unknown, names: readonly string[]) =>
      Promise.resolve(
        names.flatMap((name) =>
          graph.symbols.filter((symbol) => matchesName(symbol, name)).slice(0, symbolsPerName),
        ),
      ),
    symbolsOfFile: (_: unknown, path: string) =>
      Promise.resolve(graph.symbols.filter((symbol) => symbol.path === path)),
    namesContaining: (_: unknown, pieces: readonly string[]) =>
      Promise.resolve(
        graph.symbols.filter(({ name }) =>
          pieces.some((piece) => name.toLowerCase().replaceAll('_', '').includes(piece)),
        ),
      ),
  } as unknown as GraphServices['chunkStore'];
  return { chunkStore, graphStore: graph.graphStore, clock: createManualClock() };
}

export const graphSnapshot: ResolvedSnapshot = {
  repository: {
    id: 'r1',
    owner: 'o',
    visibility: 'private',
    name: 'small',
    shard: 0,
    createdAt: 0,
    source: { kind: 'upload' },
    access: undefined,
  },
  snapshot: {
    number: 1,
    id: 's1',
    repositoryId: 'r1',
    ref: undefined,
    commit: 'c1',
    subdirectory: undefined,
    wrapperFolder: undefined,
    status: 'ready',
    generation: 1,
    counts: { ...zeroCounts, skipped: 2 },
    timings: { link: 1 },
    progress: {},
    rowsWritten: 0,
    error: undefined,
    createdAt: 0,
    readyAt: 0,
    history: undefined,
    etag: undefined,
    collectedBy: undefined,
  },
  key: { shard: 0, snapshot: 1, generation: 1 },
};
