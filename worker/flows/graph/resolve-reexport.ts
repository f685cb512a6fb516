/** Resolves a name that files re-export but nothing defines, such as `B` in `export { A as B }`. */

import type { SnapshotKey } from '../../core/repositories/repository.ts';
import type { SymbolRow } from '../../ports/chunk-store.ts';
import type { Reexport } from '../../ports/graph-store.ts';
import type { Services } from '../services.ts';

type Stores = Pick<Services, 'chunkStore' | 'graphStore'>;

/** Finds the definitions that a re-exported name refers to, with the same letter case. Removes duplicates. */
export async function resolveReexportedName(
  stores: Stores,
  key: SnapshotKey,
  name: string,
): Promise<readonly SymbolRow[]> {
  // Importers choose their own name for a default export.
  if (name === '' || name === 'default') return [];
  const places = await stores.graphStore.findReexports(key, name);
  const found = await Promise.all(places.map((place) => definitionsAt(stores, key, place)));
  return [...new Map(found.flat().map((symbol) => [symbol.id, symbol])).values()];
}

/** Finds the file's own definition, or the definition that it imports to re-export. */
async function definitionsAt(
  { chunkStore, graphStore }: Stores,
  key: SnapshotKey,
  { path, local, line }: Reexport,
): Promise<readonly SymbolRow[]> {
  const outline = line === undefined ? await chunkStore.symbolsOfFile(key, path) : [];
  const fileDefinitions = outline.filter((symbol) => symbol.qualifiedName === local);
  if (fileDefinitions.length > 0) return fileDefinitions;
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
  // The imported file may re-export the definition under another name. It is then accepted only if the line imports nothing else.
  const [target] = named.length > 0 || line === undefined || definitions.length > 1 ? named : definitions;
  if (target === undefined) return [];
  const symbols = await chunkStore.symbolsOfFile(key, target.path);
  return symbols.filter(({ qualifiedName }) => qualifiedName === target.symbol);
}
