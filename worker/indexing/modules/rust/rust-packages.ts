/**
 * Reads Cargo packages: the crates that each package builds, by the rules of target discovery, and the crates of its dependencies
 * (https://doc.rust-lang.org/cargo/reference/cargo-targets.html).
 */

import { isTable, listAt, tableAt, textAt, valueAt } from '../manifest-values.ts';
import type { SnapshotLayout } from '../module-map.ts';
import { fileName, parentFolder, foldersFrom, joinPath, childPath } from '../snapshot-path.ts';

export interface RustCrate {
  /** Path of the file in which its module tree begins. */
  readonly root: string;
  /** Folder that contains its modules. */
  readonly folder: string;
  readonly isLibrary: boolean;
}

export interface RustPackage {
  readonly folder: string;
  /** The name of its library in `use`. */
  readonly libraryName: string;
  readonly library: RustCrate | undefined;
  readonly crates: readonly RustCrate[];
  /** Whether paths in `use` begin at the crate's root, as before the 2018 edition. */
  readonly usesRootPaths: boolean;
  /** By the name in `use`: the folder of a package in the repository, or the name of an external one. */
  readonly dependencies: ReadonlyMap<string, { readonly folder: string } | { readonly external: string }>;
}

/** Folders in which targets are discovered automatically. */
const targetFolders = ['src/bin', 'examples', 'tests', 'benches'] as const;
const dependencyTables = ['dependencies', 'dev-dependencies', 'build-dependencies'] as const;

/** @returns packages by folder */
export function readRustPackages(layout: SnapshotLayout): ReadonlyMap<string, RustPackage> {
  const folders = [...layout.manifests.keys()]
    .filter(
      (path) => fileName(path) === 'Cargo.toml' && isTable(valueAt(layout.manifests.get(path), 'package')),
    )
    .map(parentFolder);
  const known = new Set(folders);
  const found = new Map<string, string[]>(folders.map((folder) => [folder, []]));
  for (const { path, language } of layout.files) {
    if (language !== 'rust') continue;
    const owner = foldersFrom(parentFolder(path)).find((folder) => known.has(folder));
    if (owner !== undefined && isTarget(owner === '' ? path : path.slice(owner.length + 1)))
      found.get(owner)?.push(path);
  }
  return new Map([...found].map(([folder, roots]) => [folder, readPackage(layout, folder, roots)]));
}

/** @param path relative to the package's folder */
function isTarget(path: string): boolean {
  if (path === 'src/lib.rs' || path === 'src/main.rs' || path === 'build.rs') return true;
  return targetFolders.some(
    (folder) =>
      path.startsWith(`${folder}/`) && /^(?:[^/]+|[^/]+\/main)\.rs$/.test(path.slice(folder.length + 1)),
  );
}

function readPackage(layout: SnapshotLayout, folder: string, found: readonly string[]): RustPackage {
  const manifest = layout.manifests.get(childPath(folder, 'Cargo.toml'));
  const workspace = findWorkspace(layout, folder);
  const named = [
    ...['bin', 'example', 'test', 'bench'].flatMap((kind) => listAt(manifest, kind)),
    { path: textAt(manifest, 'package', 'build') },
  ].flatMap((target) => joinPath(folder, textAt(target, 'path') ?? '') ?? []);
  const libraryRoot = joinPath(folder, textAt(manifest, 'lib', 'path') ?? 'src/lib.rs');
  const crates = [...new Set([...named, ...found, libraryRoot ?? ''])]
    .filter((root) => root.endsWith('.rs') && layout.byPath.has(root))
    .map((root) => ({ root, folder: parentFolder(root), isLibrary: root === libraryRoot }));
  const edition =
    textAt(manifest, 'package', 'edition') ??
    (valueAt(manifest, 'package', 'edition', 'workspace') === true
      ? textAt(workspace?.manifest, 'workspace', 'package', 'edition')
      : '2015');
  return {
    folder,
    libraryName: crateName(textAt(manifest, 'lib', 'name') ?? textAt(manifest, 'package', 'name') ?? ''),
    library: crates.find((crate) => crate.isLibrary),
    crates,
    usesRootPaths: edition === '2015',
    dependencies: readDependencies(folder, manifest, workspace),
  };
}

interface Workspace {
  readonly folder: string;
  readonly manifest: unknown;
}

function findWorkspace(layout: SnapshotLayout, folder: string): Workspace | undefined {
  for (const at of foldersFrom(folder)) {
    const manifest = layout.manifests.get(childPath(at, 'Cargo.toml'));
    if (isTable(valueAt(manifest, 'workspace'))) return { folder: at, manifest };
  }
  return undefined;
}

function readDependencies(
  folder: string,
  manifest: unknown,
  workspace: Workspace | undefined,
): RustPackage['dependencies'] {
  const platforms = Object.values(tableAt(manifest, 'target'));
  const tables = [manifest, ...platforms].flatMap((part) =>
    dependencyTables.map((name) => tableAt(part, name)),
  );
  const dependencies: Map<string, { readonly folder: string } | { readonly external: string }> = new Map();
  for (const [name, written] of tables.flatMap((table) => Object.entries(table))) {
    const inherits = valueAt(written, 'workspace') === true && workspace !== undefined;
    const entry = inherits ? valueAt(workspace.manifest, 'workspace', 'dependencies', name) : written;
    const packageName = textAt(entry, 'package') ?? name;
    const patched = textAt(workspace?.manifest, 'patch', 'crates-io', packageName, 'path');
    const ownPath = textAt(entry, 'path');
    const base = ownPath === undefined || inherits ? (workspace?.folder ?? folder) : folder;
    const local = ownPath ?? patched;
    const at = local === undefined ? undefined : joinPath(base, local);
    dependencies.set(crateName(name), at === undefined ? { external: packageName } : { folder: at });
  }
  return dependencies;
}

function crateName(name: string): string {
  return name.replaceAll('-', '_');
}
