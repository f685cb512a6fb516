/** What a name stands for that nothing is defined by, and files give out: `B` of `export { A as B }`. */

import type { SnapshotKey } from '../../core/repository.ts';
import type { SymbolRow } from '../../ports/chunk-store.ts';
import type { GivenOut } from '../../ports/graph-store.ts';
import type { Services } from '../services.ts';

type Stores = Pick<Services, 'chunkStore' | 'graphStore'>;

/** Definitions of that name, letter case counting; one that goes out of several files is told once. */
export async function definitionsGivenOut(
  stores: Stores,
  key: SnapshotKey,
  name: string,
): Promise<readonly SymbolRow[]> {
  // What is imported as default is called as whoever imports it likes.
  if (name === '' || name === 'default') return [];
  const places = await stores.graphStore.givenOutAs(key, name);
  const found = await Promise.all(places.map((place) => definitionsAt(stores, key, place)));
  return [...new Map(found.flat().map((symbol) => [symbol.id, symbol])).values()];
}

/** Its own definition, or what the file imports where it gives the name out. */
async function definitionsAt(
  { chunkStore, graphStore }: Stores,
  key: SnapshotKey,
  { path, local, line }: GivenOut,
): Promise<readonly SymbolRow[]> {
  const outline = line === undefined ? await chunkStore.symbolsOfFile(key, path) : [];
  const own = outline.filter((symbol) => symbol.qualifiedName === local);
  if (own.length > 0) return own;
  const [file] = await graphStore.fileNodes(key, [path]);
  if (file === undefined) return [];
  const edges = await graphStore.step(key, {
    from: [file.id],
    direction: 'out',
    kinds: ['imports'],
    tiers: ['resolved', 'import-scoped'],
  });
  const imported = edges.filter((edge) => line === undefined || edge.line === line);
  const nodes = await graphStore.nodes(
    key,
    imported.map(({ to }) => to),
  );
  const definitions = nodes.filter((node) => node.symbol !== undefined);
  const named = definitions.filter((node) => node.name === local);
  // Under yet another name it comes from a file that gives it out so: then it must be the only one of the line.
  const [meant] = named.length > 0 || line === undefined || definitions.length > 1 ? named : definitions;
  if (meant === undefined) return [];
  const symbols = await chunkStore.symbolsOfFile(key, meant.path);
  return symbols.filter(({ qualifiedName }) => qualifiedName === meant.symbol);
}
