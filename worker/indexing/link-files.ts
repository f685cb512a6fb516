/**
 * Links files: resolves each reference to its definition through scope, imports and types, and otherwise by name. The outlines of all
 * files of the snapshot are known, so a snapshot always produces the same edges.
 */

import { sha256 } from '../core/text/hash.ts';
import type { FileUses } from '../core/code/reference.ts';
import type { LinkedFile } from '../ports/graph-store.ts';
import { createFileEdges } from './linking/file-edges.ts';
import { createGuesses } from './linking/guess.ts';
import { createResolver } from './linking/create-resolver.ts';
import { indexNames } from './linking/snapshot-names.ts';
import { createModuleMap } from './modules/create-module-map.ts';
import type { SnapshotLayout } from './modules/module-map.ts';

/** @param uses references of the files to link, by file id. @returns one linked file each, ordered by id */
export async function linkFiles(
  layout: SnapshotLayout,
  uses: ReadonlyMap<number, FileUses>,
): Promise<readonly LinkedFile[]> {
  const { files, ...rest } = sortByPath(layout);
  const resolver = createResolver(indexNames(files), createModuleMap({ files, ...rest }));
  const guesses = createGuesses(resolver);
  const linked = files.flatMap((file, index) => {
    const fileUses = uses.get(file.id);
    if (fileUses === undefined) return [];
    return [{ id: file.id, path: file.path, edges: createFileEdges(index, fileUses, { resolver, guesses }) }];
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

/** Sorts files by path. When several files match, the first by path is used, whatever the order of the rows. */
function sortByPath({ files, manifests }: SnapshotLayout): SnapshotLayout {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)));
  return { files: sorted, byPath: new Map(sorted.map(({ path }, index) => [path, index])), manifests };
}
