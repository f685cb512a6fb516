/**
 * Resolves Go imports. An import path names a folder within a module that a go.mod declares, and resolves to the files of that folder's
 * package. Modules of one repository see each other, as with `replace` or in a workspace. A file sees its own package without an import.
 */

import type { LinkableFile } from '../../ports/graph-store.ts';
import { type ImportSystem, noFiles, type ResolvedModule, type SnapshotLayout } from './module-map.ts';
import { tableAt, textAt } from './manifest-values.ts';
import { fileName, parentFolder, foldersFrom, joinPath } from './snapshot-path.ts';

interface GoFolder {
  /** Indexes of files, by the package they declare. */
  readonly sources: ReadonlyMap<string, readonly number[]>;
  readonly withTests: ReadonlyMap<string, readonly number[]>;
}

const emptyFolder: GoFolder = { sources: new Map(), withTests: new Map() };

export function createGoModules(layout: SnapshotLayout): ImportSystem {
  const folders = indexFolders(layout);
  const modules = new Map<string, string>();
  for (const [path, manifest] of layout.manifests) {
    const module = fileName(path) === 'go.mod' ? textAt(manifest, 'module') : undefined;
    // If several modules share a name, as in examples, use the one with the shortest path.
    const known = module === undefined ? undefined : modules.get(module);
    if (module !== undefined && (known === undefined || path.length < known.length)) {
      modules.set(module, parentFolder(path));
    }
  }

  function resolveImportFolder(from: string, importPath: string): string | undefined {
    if (importPath.startsWith('.')) return joinPath(from, importPath);
    const owner = foldersFrom(from).find((at) => layout.manifests.has(at === '' ? 'go.mod' : `${at}/go.mod`));
    const manifest = layout.manifests.get(owner === '' || owner === undefined ? 'go.mod' : `${owner}/go.mod`);
    const replaced = tableAt(manifest, 'replace');
    const ownModule = textAt(manifest, 'module');
    // `a/b/c` belongs to the longest known module among `a/b/c`, `a/b` and `a`.
    for (const prefix of foldersFrom(importPath).slice(0, -1)) {
      const local = textAt(replaced, prefix);
      const isLocal = local !== undefined && /^\.{1,2}(?:\/|$)/.test(local);
      const base = isLocal
        ? joinPath(owner ?? '', local)
        : prefix === ownModule
          ? owner
          : modules.get(prefix);
      if (base !== undefined) return joinPath(base, importPath.slice(prefix.length));
    }
    return undefined;
  }

  return {
    // Tests also see the other tests in their folder.
    scopeKey: ({ path }) => `${isTestFile(path) ? 'test' : ''}\n${parentFolder(path)}`,
    resolve(file: LinkableFile, module): ResolvedModule {
      const from = parentFolder(file.path);
      const folder = resolveImportFolder(from, module);
      if (folder === undefined) return module.startsWith('.') ? undefined : { external: module };
      const { sources, withTests } = folders.get(folder) ?? emptyFolder;
      const name = importedPackage(sources);
      const filesByPackage = isTestFile(file.path) && folder === from ? withTests : sources;
      const files = name === undefined ? undefined : filesByPackage.get(name);
      return files === undefined ? undefined : { files, rest: [] };
    },
    siblings(file) {
      const { sources, withTests } = folders.get(parentFolder(file.path)) ?? emptyFolder;
      return (isTestFile(file.path) ? withTests : sources).get(file.outline.namespace ?? '') ?? noFiles;
    },
  };
}

/**
 * Returns the package that a folder exports: the one with the most files, or `main` if there is no other. Smaller packages are commands
 * or documentation behind build tags.
 */
function importedPackage(sources: GoFolder['sources']): string | undefined {
  const [first] = [...sources].toSorted(
    ([a, files], [b, others]) => Number(a === 'main') - Number(b === 'main') || others.length - files.length,
  );
  return first?.[0];
}

function indexFolders({ files }: SnapshotLayout): ReadonlyMap<string, GoFolder> {
  const folders = new Map<string, { sources: Map<string, number[]>; withTests: Map<string, number[]> }>();
  for (const [fileIndex, { path, language, outline }] of files.entries()) {
    if (language !== 'go') continue;
    const folder = folders.get(parentFolder(path)) ?? { sources: new Map(), withTests: new Map() };
    folders.set(parentFolder(path), folder);
    const name = outline.namespace ?? '';
    for (const filesByPackage of isTestFile(path) ? [folder.withTests] : [folder.sources, folder.withTests]) {
      const sameName = filesByPackage.get(name);
      if (sameName === undefined) filesByPackage.set(name, [fileIndex]);
      else sameName.push(fileIndex);
    }
  }
  return folders;
}

function isTestFile(path: string): boolean {
  return path.endsWith('_test.go');
}
