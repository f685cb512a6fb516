/**
 * Ruby: `require_relative`, and `require './x'`, count from the file; `require 'a/b'` is looked for where gems and their tests keep what is
 * loaded, the nearest first.
 */

import { type ImportSystem, noFiles } from './import-system.ts';
import type { ResolvedModule, SnapshotLayout } from './module-map.ts';
import { createRootsHolding } from './roots-holding.ts';
import { folderOf, isApart, joinPath, nearestFolder, within } from './snapshot-path.ts';

/** Folders that are on the load path, as a rule: Bundler's, RubyGems', Rails', RSpec's and Minitest's. */
const loadPath = /(?:^|\/)(?:lib|spec|test|app\/[^/]+)$/;

export function createRubyModules(layout: SnapshotLayout): ImportSystem {
  const { byPath } = layout;
  const rootsHolding = createRootsHolding(layout);

  const at = (path: string | undefined): ResolvedModule => {
    const file = path === undefined ? undefined : (byPath.get(path) ?? byPath.get(`${path}.rb`));
    return file === undefined ? undefined : { files: [file], rest: [] };
  };

  return {
    scopeOf: ({ path }) => folderOf(path),
    resolve({ path }, module) {
      const from = folderOf(path);
      if (module.startsWith('.')) return at(joinPath(from, module));
      const file = module.endsWith('.rb') ? module : `${module}.rb`;
      const roots = rootsHolding(file).filter(
        (root) => loadPath.test(root) && !isApart(folderOf(root), from),
      );
      const root = nearestFolder(roots, from);
      if (root !== undefined) return at(within(root, file));
      const [top = module] = module.split('/', 1);
      const isHere = rootsHolding(`${top}.rb`).some(
        (one) => loadPath.test(one) && !isApart(folderOf(one), from),
      );
      return isHere ? undefined : { external: top };
    },
    siblings: () => noFiles,
  };
}
