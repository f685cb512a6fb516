/**
 * What files say of others to edges: each reference is led to its definition through scope, imports and types, and failing that by
 * its name. Every file of the snapshot is known by its outline, so the edges of one file depend on nothing but the snapshot's
 * files, and the same snapshot always gives the same edges.
 */

import { sha256 } from '../core/hash.ts';
import type { FileUses } from '../core/reference.ts';
import type { LinkedFile } from '../ports/graph-store.ts';
import { edgesOfFile } from './linking/edges-of-file.ts';
import { createGuesses } from './linking/guess.ts';
import { createResolver } from './linking/resolver.ts';
import { indexNames } from './linking/snapshot-names.ts';
import { createModuleMap } from './modules/create-module-map.ts';
import type { SnapshotLayout } from './modules/module-map.ts';

/** @param uses of the files to link, by file id. @returns a linked file for each of them, in the order of ids. */
export async function linkFiles(
  layout: SnapshotLayout,
  uses: ReadonlyMap<number, FileUses>,
): Promise<readonly LinkedFile[]> {
  const { files, ...rest } = inOrderOfPaths(layout);
  const resolver = createResolver(indexNames(files), createModuleMap({ files, ...rest }));
  const guesses = createGuesses(resolver);
  const linked = files.flatMap((file, place) => {
    const own = uses.get(file.id);
    if (own === undefined) return [];
    return [{ id: file.id, path: file.path, edges: edgesOfFile(place, own, { resolver, guesses }) }];
  });
  const hashed = await Promise.all(
    linked.map(async ({ id, path, edges }) => ({
      id,
      path,
      edges,
      hash: await sha256(JSON.stringify([path, edges])),
    })),
  );
  return hashed.sort((a, b) => a.id - b.id);
}

/** Where several files would do, the first by path is taken, whatever the order of rows. */
function inOrderOfPaths({ files, manifests }: SnapshotLayout): SnapshotLayout {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)));
  return { files: sorted, byPath: new Map(sorted.map(({ path }, place) => [path, place])), manifests };
}
