/**
 * `#include` of C and C++. In quotes a path counts from the file, then, as in angle brackets (written `<x>`), from the folders a build would
 * name: `include`, `src` and the folders above the file themselves, and failing that from wherever just one file answers to it.
 */

import { createRootsHolding } from './roots-holding.ts';
import { type ImportSystem, noFiles } from './import-system.ts';
import type { ResolvedModule, SnapshotLayout } from './module-map.ts';
import { folderOf, foldersFrom, isApart, joinPath, nearestFolder, within } from './snapshot-path.ts';
import { isSystemHeader } from './system-headers.ts';

/** Folders that a build names, below the one it is in. */
const includeFolders = ['include', 'inc', '', 'src', 'lib', 'source'] as const;

export function createIncludeModules(layout: SnapshotLayout): ImportSystem {
  const { byPath } = layout;
  const rootsHolding = createRootsHolding(layout);

  function search(from: string, path: string): number | undefined {
    const roots = rootsHolding(path);
    const held = new Set(roots);
    for (const folder of foldersFrom(from)) {
      const root = includeFolders.map((name) => within(folder, name)).find((one) => held.has(one));
      if (root !== undefined) return byPath.get(within(root, path));
    }
    const nearest = nearestFolder(
      roots.filter((root) => !isApart(root, from)),
      from,
    );
    return nearest === undefined ? undefined : byPath.get(within(nearest, path));
  }

  return {
    scopeOf: ({ path }) => folderOf(path),
    resolve({ path }, module): ResolvedModule {
      const from = folderOf(path);
      const isAngled = module.startsWith('<');
      const written = module.replace(/^[<"]|[>"]$/g, '');
      if (isAngled && isSystemHeader(written)) return { external: written };
      const beside = isAngled ? undefined : joinPath(from, written);
      const plain = joinPath('', written);
      const file =
        (beside === undefined ? undefined : byPath.get(beside)) ??
        (plain === undefined || plain === '' ? undefined : search(from, plain));
      if (file !== undefined) return { files: [file], rest: [] };
      // In quotes it should be here, and is made by the build or lies where nothing tells.
      return isAngled || isSystemHeader(written) ? { external: written } : undefined;
    },
    siblings: () => noFiles,
  };
}
