/**
 * Resolves C# names. `using` refers to a type, or to a namespace, which resolves to every file that declares it. Without a `using`, a file sees its
 * enclosing namespaces and the `global using` directives of its project. Names may be relative to enclosing namespaces.
 */

import type { LinkableFile } from '../../ports/graph-store.ts';
import { type ImportSystem, noFiles, type ResolvedModule, type SnapshotLayout } from './module-map.ts';
import { createNamespaceFiles } from './namespace-files.ts';
import { parentFolder, foldersFrom } from './snapshot-path.ts';

/** Maximum number of visible files in all lists together. Each namespace has its own list, and all must fit in memory. */
const maxVisibleTotal = 500_000;
/** Maximum number of visible files of other namespaces in one list. */
const maxVisible = 1_000;
/** Maximum number of `global using` directives per project. The longest known list is a tenth as long. */
const maxGlobalUsings = 200;

export function createCSharpModules({ files }: SnapshotLayout): ImportSystem {
  const namespaces = createNamespaceFiles(files, 'csharp');
  const { findProject, listGlobalUsings } = readProjects(files);
  const visible = new Map<string, readonly number[]>();
  const listCount = new Set(files.map((file) => listKey(file))).size;
  const maxPerList = Math.min(maxVisible, Math.floor(maxVisibleTotal / listCount));

  function listKey({ path, language, outline }: LinkableFile): string {
    return language === 'csharp' ? `${outline.namespace ?? ''}\n${findProject(path)}` : '';
  }

  function find(name: string): ResolvedModule {
    const members = namespaces.filesIn(name);
    if (members.length > 0) return { files: members, rest: [] };
    const located = namespaces.locate(name.split('.'));
    if (located !== undefined) return located;
    return namespaces.isKnown(name) ? { files: noFiles, rest: [] } : undefined;
  }

  return {
    scopeKey: ({ outline }) => outline.namespace ?? '',
    resolve({ outline }, module) {
      const name = module.replace(/^global(?:::|\.)/, '');
      for (const outer of enclosingNamespaces(outline.namespace)) {
        const found = find(outer === '' ? name : `${outer}.${name}`);
        if (found !== undefined) return found;
      }
      // Repositories may extend system namespaces, which stay external.
      const isSystemName = /^(?:System|Microsoft)(?:\.|$)/.test(name);
      return !isSystemName && namespaces.filesIn(parentNamespace(name) || name).length > 0
        ? undefined
        : { external: name };
    },
    siblings(file) {
      const known = visible.get(listKey(file));
      if (known !== undefined) return known;
      const [own = '', ...outer] = enclosingNamespaces(file.outline.namespace);
      const globalUsings = listGlobalUsings(findProject(file.path));
      const others = [...outer, ...globalUsings].flatMap((name) =>
        namespaces.filesIn(name).slice(0, maxPerList),
      );
      const found = [...new Set([...namespaces.filesIn(own), ...others.slice(0, maxPerList)])];
      visible.set(listKey(file), found);
      return found;
    },
  };
}

interface Projects {
  /** Folder of the project that a file belongs to; the root when there is none. */
  findProject(path: string): string;
  /** Namespaces that the project's files see without a `using`. */
  listGlobalUsings(project: string): readonly string[];
}

function readProjects(files: readonly LinkableFile[]): Projects {
  const folders = new Set(
    files.filter(({ path }) => path.endsWith('.csproj')).map(({ path }) => parentFolder(path)),
  );
  const findProject = (path: string): string =>
    foldersFrom(parentFolder(path)).find((folder) => folders.has(folder)) ?? '';
  const global = new Map<string, Set<string>>();
  for (const { path, language, outline } of files) {
    if (language !== 'csharp') continue;
    for (const { module, wildcard, reexported } of outline.imports) {
      if (!wildcard || !reexported) continue;
      const names = global.get(findProject(path)) ?? new Set();
      global.set(findProject(path), names);
      if (names.size < maxGlobalUsings) names.add(module);
    }
  }
  return { findProject, listGlobalUsings: (project) => [...(global.get(project) ?? [])] };
}

/** The namespace, its enclosing namespaces and the unnamed one. */
function enclosingNamespaces(namespace = ''): readonly string[] {
  const enclosing: string[] = [];
  for (let at = namespace; at !== ''; at = parentNamespace(at)) enclosing.push(at);
  return [...enclosing, ''];
}

function parentNamespace(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('.')));
}
