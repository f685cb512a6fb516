/** Which files declare a namespace, and which of them define its types: what Java, C# and PHP import by, whatever the files are called. */

import type { LinkableFile } from '../../ports/graph-store.ts';
import { noFiles } from './import-system.ts';
import { mostOfOneName } from './snapshot-path.ts';

interface NamespaceFiles {
  /** Files that say they belong to the namespace; the empty name is of those that say nothing. */
  filesOf(namespace: string): readonly number[];
  /** Whether any file belongs to the namespace or to one below it. */
  isKnown(namespace: string): boolean;
  /** Files that define the name at the top of the namespace. */
  defining(namespace: string, name: string): readonly number[];
  /** The longest namespace a dotted path begins with that defines the segment after it, and what is left from that segment on. */
  locate(
    path: readonly string[],
  ): { readonly files: readonly number[]; readonly rest: readonly string[] } | undefined;
}

export function createNamespaceFiles(files: readonly LinkableFile[], language: string): NamespaceFiles {
  const namespaces = new Map<string, number[]>();
  const definitions = new Map<string, Map<string, number[]>>();
  const known = new Set<string>();
  for (const [place, file] of files.entries()) {
    if (file.language !== language) continue;
    const namespace = file.outline.namespace ?? '';
    add(namespaces, namespace, place);
    const names = definitions.get(namespace) ?? new Map<string, number[]>();
    definitions.set(namespace, names);
    for (const name of namesAtTop(file)) {
      if ((names.get(name)?.length ?? 0) < mostOfOneName) add(names, name, place);
    }
    for (
      let at = namespace;
      at !== '' && !known.has(at);
      at = at.slice(0, Math.max(0, at.lastIndexOf('.')))
    ) {
      known.add(at);
    }
  }
  const defining = (namespace: string, name: string): readonly number[] =>
    definitions.get(namespace)?.get(name) ?? noFiles;
  return {
    filesOf: (namespace) => namespaces.get(namespace) ?? noFiles,
    isKnown: (namespace) => known.has(namespace),
    defining,
    locate(path) {
      for (let depth = path.length - 1; depth >= 0; depth -= 1) {
        const found = defining(path.slice(0, depth).join('.'), path[depth] ?? '');
        if (found.length > 0) return { files: found, rest: path.slice(depth) };
      }
      return undefined;
    },
  };
}

function namesAtTop({ symbols }: LinkableFile): ReadonlySet<string> {
  return new Set(symbols.map(({ qualifiedName }) => qualifiedName).filter((name) => !name.includes('.')));
}

function add(lists: Map<string, number[]>, key: string, place: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [place]);
  else list.push(place);
}
