/**
 * Resolves Ruby imports. `require_relative` and `require './x'` are relative to the file. `require 'a/b'` is looked up in the usual
 * load-path folders, nearest first.
 */

import { type ImportSystem, noFiles, type ResolvedModule, type SnapshotLayout } from './module-map.ts';
import { createPathRoots } from './path-roots.ts';
import { parentFolder, isUnrelatedSample, joinPath, nearestFolder, childPath } from './snapshot-path.ts';

/** Folders that are usually on the load path: of Bundler, RubyGems, Rails, RSpec and Minitest. */
const loadPath = /(?:^|\/)(?:lib|spec|test|app\/[^/]+)$/;

export function createRubyModules(layout: SnapshotLayout): ImportSystem {
  const { byPath } = layout;
  const findRoots = createPathRoots(layout);

  const fileAt = (path: string | undefined): ResolvedModule => {
    const file = path === undefined ? undefined : (byPath.get(path) ?? byPath.get(`${path}.rb`));
    return file === undefined ? undefined : { files: [file], rest: [] };
  };

  return {
    scopeKey: ({ path }) => parentFolder(path),
    resolve({ path }, module) {
      const from = parentFolder(path);
      if (module.startsWith('.')) return fileAt(joinPath(from, module));
      const file = module.endsWith('.rb') ? module : `${module}.rb`;
      const roots = findRoots(file).filter(
        (root) => loadPath.test(root) && !isUnrelatedSample(parentFolder(root), from),
      );
      const root = nearestFolder(roots, from);
      if (root !== undefined) return fileAt(childPath(root, file));
      const [top = module] = module.split('/', 1);
      const isInRepository = findRoots(`${top}.rb`).some(
        (folder) => loadPath.test(folder) && !isUnrelatedSample(parentFolder(folder), from),
      );
      return isInRepository ? undefined : { external: top };
    },
    siblings: () => noFiles,
  };
}
