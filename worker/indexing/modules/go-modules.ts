/**
 * Go's imports. A path is a folder below the module its go.mod names, and leads to the files of the package there; the modules of one
 * repository see each other, as they do with `replace` or in a workspace. A file sees its own package without importing it.
 */

import type { LinkableFile } from '../../ports/graph-store.ts';
import { type ImportSystem, noFiles } from './import-system.ts';
import { tableAt, textAt } from './manifest-values.ts';
import type { ResolvedModule, SnapshotLayout } from './module-map.ts';
import { fileNameOf, folderOf, foldersFrom, joinPath } from './snapshot-path.ts';

interface GoFolder {
  /** Places of files by the package they say they belong to. */
  readonly sources: ReadonlyMap<string, readonly number[]>;
  readonly withTests: ReadonlyMap<string, readonly number[]>;
}

const nothing: GoFolder = { sources: new Map(), withTests: new Map() };

export function createGoModules(layout: SnapshotLayout): ImportSystem {
  const folders = foldersOf(layout);
  const modules = new Map<string, string>();
  for (const [path, manifest] of layout.manifests) {
    const module = fileNameOf(path) === 'go.mod' ? textAt(manifest, 'module') : undefined;
    // Of several modules of one name, as examples have them, the one nearest the root.
    const known = module === undefined ? undefined : modules.get(module);
    if (module !== undefined && (known === undefined || path.length < known.length)) {
      modules.set(module, folderOf(path));
    }
  }

  function folderOfImport(from: string, module: string): string | undefined {
    if (module.startsWith('.')) return joinPath(from, module);
    const owner = foldersFrom(from).find((at) => layout.manifests.has(at === '' ? 'go.mod' : `${at}/go.mod`));
    const manifest = layout.manifests.get(owner === '' || owner === undefined ? 'go.mod' : `${owner}/go.mod`);
    const replaced = tableAt(manifest, 'replace');
    const ownModule = textAt(manifest, 'module');
    // `a/b/c` lies in the module `a/b/c`, `a/b` or `a`: the longest that is known.
    for (const prefix of foldersFrom(module).slice(0, -1)) {
      const local = textAt(replaced, prefix);
      const isLocal = local !== undefined && /^\.{1,2}(?:\/|$)/.test(local);
      const base = isLocal
        ? joinPath(owner ?? '', local)
        : prefix === ownModule
          ? owner
          : modules.get(prefix);
      if (base !== undefined) return joinPath(base, module.slice(prefix.length));
    }
    return undefined;
  }

  return {
    // A test sees the tests of its own folder as well.
    scopeOf: ({ path }) => `${isTest(path) ? 'test' : ''}\n${folderOf(path)}`,
    resolve(file: LinkableFile, module): ResolvedModule {
      const from = folderOf(file.path);
      const folder = folderOfImport(from, module);
      if (folder === undefined) return module.startsWith('.') ? undefined : { external: module };
      const { sources, withTests } = folders.get(folder) ?? nothing;
      const name = importedPackage(sources);
      const seen = isTest(file.path) && folder === from ? withTests : sources;
      const files = name === undefined ? undefined : seen.get(name);
      return files === undefined ? undefined : { files, rest: [] };
    },
    siblings(file) {
      const { sources, withTests } = folders.get(folderOf(file.path)) ?? nothing;
      return (isTest(file.path) ? withTests : sources).get(file.outline.namespace ?? '') ?? noFiles;
    },
  };
}

/** The package a folder gives: that of most files, since others are commands or documentation kept beside it by build tags. */
function importedPackage(sources: GoFolder['sources']): string | undefined {
  const [first] = [...sources].toSorted(
    ([a, files], [b, others]) => Number(a === 'main') - Number(b === 'main') || others.length - files.length,
  );
  return first?.[0];
}

function foldersOf({ files }: SnapshotLayout): ReadonlyMap<string, GoFolder> {
  const folders = new Map<string, { sources: Map<string, number[]>; withTests: Map<string, number[]> }>();
  for (const [place, { path, language, outline }] of files.entries()) {
    if (language !== 'go') continue;
    const folder = folders.get(folderOf(path)) ?? { sources: new Map(), withTests: new Map() };
    folders.set(folderOf(path), folder);
    const name = outline.namespace ?? '';
    for (const seen of isTest(path) ? [folder.withTests] : [folder.sources, folder.withTests]) {
      const sameName = seen.get(name);
      if (sameName === undefined) seen.set(name, [place]);
      else sameName.push(place);
    }
  }
  return folders;
}

function isTest(path: string): boolean {
  return path.endsWith('_test.go');
}
