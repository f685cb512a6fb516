/**
 * Resolves PHP imports. `use` refers to a class, a function or a namespace, wherever autoloading finds it. `require` takes a path relative
 * to the file's folder or the repository's root. Separators may be `\` or dots.
 */

import { type ImportSystem, noFiles, type ResolvedModule, type SnapshotLayout } from './module-map.ts';
import { createNamespaceFiles } from './namespace-files.ts';
import { parentFolder, joinPath } from './snapshot-path.ts';

export function createPhpModules({ files, byPath }: SnapshotLayout): ImportSystem {
  const namespaces = createNamespaceFiles(files, 'php');

  function resolveRequire(from: string, written: string): ResolvedModule {
    for (const base of [from, '']) {
      const path = joinPath(base, written);
      const file = path === undefined ? undefined : byPath.get(path);
      if (file !== undefined) return { files: [file], rest: [] };
    }
    return undefined;
  }

  return {
    scopeKey: ({ path }) => parentFolder(path),
    resolve({ path }, module) {
      if (module.includes('/') || /\.(?:php|inc|phtml)$/.test(module))
        return resolveRequire(parentFolder(path), module);
      const segments = module.split(/[\\.]/).filter((segment) => segment !== '');
      const found = namespaces.locate(segments);
      if (found !== undefined) return found;
      const name = segments.join('.');
      const members = namespaces.filesIn(name);
      if (name !== '' && members.length > 0) return { files: members, rest: [] };
      if (namespaces.isKnown(name)) return { files: noFiles, rest: [] };
      const namespace = segments.slice(0, -1);
      if (namespace.length > 0 && namespaces.filesIn(namespace.join('.')).length > 0) return undefined;
      // Names without a namespace belong to PHP itself.
      return { external: namespace.length > 0 ? namespace.join('\\') : 'php' };
    },
    siblings: ({ outline }) => namespaces.filesIn(outline.namespace ?? ''),
  };
}
