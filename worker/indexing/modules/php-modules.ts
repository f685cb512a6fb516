/**
 * PHP: `use` names a class, a function or a namespace, wherever autoloading finds it; `require` names a path, from the file's own folder or
 * the repository's root. Separators may be `\` or dots.
 */

import { type ImportSystem, noFiles } from './import-system.ts';
import type { ResolvedModule, SnapshotLayout } from './module-map.ts';
import { createNamespaceFiles } from './namespace-files.ts';
import { folderOf, joinPath } from './snapshot-path.ts';

export function createPhpModules({ files, byPath }: SnapshotLayout): ImportSystem {
  const namespaces = createNamespaceFiles(files, 'php');

  function required(from: string, written: string): ResolvedModule {
    for (const base of [from, '']) {
      const path = joinPath(base, written);
      const file = path === undefined ? undefined : byPath.get(path);
      if (file !== undefined) return { files: [file], rest: [] };
    }
    return undefined;
  }

  return {
    scopeOf: ({ path }) => folderOf(path),
    resolve({ path }, module) {
      if (module.includes('/') || /\.(?:php|inc|phtml)$/.test(module))
        return required(folderOf(path), module);
      const segments = module.split(/[\\.]/).filter((segment) => segment !== '');
      const found = namespaces.locate(segments);
      if (found !== undefined) return found;
      const name = segments.join('.');
      const members = namespaces.filesOf(name);
      if (name !== '' && members.length > 0) return { files: members, rest: [] };
      if (namespaces.isKnown(name)) return { files: noFiles, rest: [] };
      const namespace = segments.slice(0, -1);
      if (namespace.length > 0 && namespaces.filesOf(namespace.join('.')).length > 0) return undefined;
      // What has no namespace is PHP's own.
      return { external: namespace.length > 0 ? namespace.join('\\') : 'php' };
    },
    siblings: ({ outline }) => namespaces.filesOf(outline.namespace ?? ''),
  };
}
