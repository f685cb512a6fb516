/**
 * C#'s `using`: a namespace, which stands for every file that declares it, or a type. Without one a file sees what the namespaces around
 * it hold, and what a `global using` of its project brings; names may be given from the namespaces around.
 */

import type { LinkableFile } from '../../ports/graph-store.ts';
import { type ImportSystem, noFiles } from './import-system.ts';
import type { ResolvedModule, SnapshotLayout } from './module-map.ts';
import { createNamespaceFiles } from './namespace-files.ts';
import { folderOf, foldersFrom } from './snapshot-path.ts';

/** Files in the lists of what is seen, of all namespaces together: each keeps a list of its own, and they must fit in memory. */
const mostSeen = 500_000;
/** Of what is seen of other namespaces, in one list. */
const mostAround = 1_000;
/** `global using` of one project; the longest lists known are a tenth of it. */
const mostGlobal = 200;

export function createCSharpModules({ files }: SnapshotLayout): ImportSystem {
  const namespaces = createNamespaceFiles(files, 'csharp');
  const { projectOf, globalOf } = readProjects(files);
  const seen = new Map<string, readonly number[]>();
  const lists = new Set(files.map((file) => keyOf(file))).size;
  const around = Math.min(mostAround, Math.floor(mostSeen / lists));

  function keyOf({ path, language, outline }: LinkableFile): string {
    return language === 'csharp' ? `${outline.namespace ?? ''}\n${projectOf(path)}` : '';
  }

  function find(name: string): ResolvedModule {
    const members = namespaces.filesOf(name);
    if (members.length > 0) return { files: members, rest: [] };
    const located = namespaces.locate(name.split('.'));
    if (located !== undefined) return located;
    return namespaces.isKnown(name) ? { files: noFiles, rest: [] } : undefined;
  }

  return {
    scopeOf: ({ outline }) => outline.namespace ?? '',
    resolve({ outline }, module) {
      const name = module.replace(/^global(?:::|\.)/, '');
      for (const outer of namespacesAround(outline.namespace)) {
        const found = find(outer === '' ? name : `${outer}.${name}`);
        if (found !== undefined) return found;
      }
      // The system's own namespaces are added to here and there, and stay the system's.
      const isOutside = /^(?:System|Microsoft)(?:\.|$)/.test(name);
      return !isOutside && namespaces.filesOf(parentOf(name) || name).length > 0
        ? undefined
        : { external: name };
    },
    siblings(file) {
      const known = seen.get(keyOf(file));
      if (known !== undefined) return known;
      const [own = '', ...outer] = namespacesAround(file.outline.namespace);
      const brought = globalOf(projectOf(file.path));
      const others = [...outer, ...brought].flatMap((name) => namespaces.filesOf(name).slice(0, around));
      const found = [...new Set([...namespaces.filesOf(own), ...others.slice(0, around)])];
      seen.set(keyOf(file), found);
      return found;
    },
  };
}

interface Projects {
  /** Folder of the project a file belongs to; the root where none is above. */
  projectOf(path: string): string;
  /** Namespaces that the project's files see without naming them. */
  globalOf(project: string): readonly string[];
}

function readProjects(files: readonly LinkableFile[]): Projects {
  const folders = new Set(
    files.filter(({ path }) => path.endsWith('.csproj')).map(({ path }) => folderOf(path)),
  );
  const projectOf = (path: string): string =>
    foldersFrom(folderOf(path)).find((folder) => folders.has(folder)) ?? '';
  const global = new Map<string, Set<string>>();
  for (const { path, language, outline } of files) {
    if (language !== 'csharp') continue;
    for (const { module, wildcard, reexported } of outline.imports) {
      if (!wildcard || !reexported) continue;
      const names = global.get(projectOf(path)) ?? new Set();
      global.set(projectOf(path), names);
      if (names.size < mostGlobal) names.add(module);
    }
  }
  return { projectOf, globalOf: (project) => [...(global.get(project) ?? [])] };
}

/** The namespace itself, those around it and the one without a name. */
function namespacesAround(namespace = ''): readonly string[] {
  const around: string[] = [];
  for (let at = namespace; at !== ''; at = parentOf(at)) around.push(at);
  return [...around, ''];
}

function parentOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('.')));
}
