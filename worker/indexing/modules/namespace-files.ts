/** Indexes which files declare a namespace and define its types. Java, C# and PHP import by these, independent of file names. */

import type { LinkableFile } from '../../ports/graph-store.ts';
import { noFiles } from './module-map.ts';
import { maxSameName } from './snapshot-path.ts';

interface NamespaceFiles {
  /** Files that declare the namespace; for the empty name, files without a declaration. */
  filesIn(namespace: string): readonly number[];
  /** Whether any file declares the namespace or one below it. */
  isKnown(namespace: string): boolean;
  /** Files that define the name directly in the namespace. */
  filesDefining(namespace: string, name: string): readonly number[];
  /** Finds the longest namespace prefix of a dotted path that defines the next segment. `rest` begins with that segment. */
  locate(
    path: readonly string[],
  ): { readonly files: readonly number[]; readonly rest: readonly string[] } | undefined;
}

export function createNamespaceFiles(files: readonly LinkableFile[], language: string): NamespaceFiles {
  const namespaces = new Map<string, number[]>();
  const definitions = new Map<string, Map<string, number[]>>();
  const known = new Set<string>();
  for (const [fileIndex, file] of files.entries()) {
    if (file.language !== language) continue;
    const namespace = file.outline.namespace ?? '';
    add(namespaces, namespace, fileIndex);
    const names = definitions.get(namespace) ?? new Map<string, number[]>();
    definitions.set(namespace, names);
    for (const name of topLevelNames(file)) {
      if ((names.get(name)?.length ?? 0) < maxSameName) add(names, name, fileIndex);
    }
    for (
      let at = namespace;
      at !== '' && !known.has(at);
      at = at.slice(0, Math.max(0, at.lastIndexOf('.')))
    ) {
      known.add(at);
    }
  }
  const filesDefining = (namespace: string, name: string): readonly number[] =>
    definitions.get(namespace)?.get(name) ?? noFiles;
  return {
    filesIn: (namespace) => namespaces.get(namespace) ?? noFiles,
    isKnown: (namespace) => known.has(namespace),
    filesDefining,
    locate(path) {
      for (let depth = path.length - 1; depth >= 0; depth -= 1) {
        const found = filesDefining(path.slice(0, depth).join('.'), path[depth] ?? '');
        if (found.length > 0) return { files: found, rest: path.slice(depth) };
      }
      return undefined;
    },
  };
}

function topLevelNames({ symbols }: LinkableFile): ReadonlySet<string> {
  return new Set(symbols.map(({ qualifiedName }) => qualifiedName).filter((name) => !name.includes('.')));
}

function add(lists: Map<string, number[]>, key: string, fileIndex: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [fileIndex]);
  else list.push(fileIndex);
}
