/**
 * Packages of Cargo: the crates each builds, by the rules of target discovery, and the crates its dependencies name
 * (https://doc.rust-lang.org/cargo/reference/cargo-targets.html).
 */

import { isTable, listAt, tableAt, textAt, valueAt } from './manifest-values.ts';
import type { SnapshotLayout } from './module-map.ts';
import { fileNameOf, folderOf, foldersFrom, joinPath, within } from './snapshot-path.ts';

export interface RustCrate {
  /** Path of the file its module tree begins in. */
  readonly root: string;
  /** Folder in which its modules lie. */
  readonly folder: string;
  readonly isLibrary: boolean;
}

export interface RustPackage {
  readonly folder: string;
  /** As `use` names its library. */
  readonly libraryName: string;
  readonly library: RustCrate | undefined;
  readonly crates: readonly RustCrate[];
  /** Paths in `use` begin at the crate's root, as they did before 2018. */
  readonly fromRoot: boolean;
  /** By the name `use` gives it: the folder of a package of the repository, or the name of one from elsewhere. */
  readonly dependencies: ReadonlyMap<string, { readonly folder: string } | { readonly external: string }>;
}

/** Folders of targets found without being named. */
const targetFolders = ['src/bin', 'examples', 'tests', 'benches'] as const;
const dependencyTables = ['dependencies', 'dev-dependencies', 'build-dependencies'] as const;

/** @returns packages by their folder. */
export function readRustPackages(layout: SnapshotLayout): ReadonlyMap<string, RustPackage> {
  const folders = [...layout.manifests.keys()]
    .filter(
      (path) => fileNameOf(path) === 'Cargo.toml' && isTable(valueAt(layout.manifests.get(path), 'package')),
    )
    .map(folderOf);
  const known = new Set(folders);
  const found = new Map<string, string[]>(folders.map((folder) => [folder, []]));
  for (const { path, language } of layout.files) {
    if (language !== 'rust') continue;
    const owner = foldersFrom(folderOf(path)).find((folder) => known.has(folder));
    if (owner !== undefined && isTarget(owner === '' ? path : path.slice(owner.length + 1)))
      found.get(owner)?.push(path);
  }
  return new Map([...found].map(([folder, roots]) => [folder, packageOf(layout, folder, roots)]));
}

/** @param path from the package's folder. */
function isTarget(path: string): boolean {
  if (path === 'src/lib.rs' || path === 'src/main.rs' || path === 'build.rs') return true;
  return targetFolders.some(
    (folder) =>
      path.startsWith(`${folder}/`) && /^(?:[^/]+|[^/]+\/main)\.rs$/.test(path.slice(folder.length + 1)),
  );
}

function packageOf(layout: SnapshotLayout, folder: string, found: readonly string[]): RustPackage {
  const manifest = layout.manifests.get(within(folder, 'Cargo.toml'));
  const workspace = workspaceOf(layout, folder);
  const named = [
    ...['bin', 'example', 'test', 'bench'].flatMap((kind) => listAt(manifest, kind)),
    { path: textAt(manifest, 'package', 'build') },
  ].flatMap((target) => joinPath(folder, textAt(target, 'path') ?? '') ?? []);
  const libraryRoot = joinPath(folder, textAt(manifest, 'lib', 'path') ?? 'src/lib.rs');
  const crates = [...new Set([...named, ...found, libraryRoot ?? ''])]
    .filter((root) => root.endsWith('.rs') && layout.byPath.has(root))
    .map((root) => ({ root, folder: folderOf(root), isLibrary: root === libraryRoot }));
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
    fromRoot: edition === '2015',
    dependencies: dependenciesOf(folder, manifest, workspace),
  };
}

interface Workspace {
  readonly folder: string;
  readonly manifest: unknown;
}

function workspaceOf(layout: SnapshotLayout, folder: string): Workspace | undefined {
  for (const at of foldersFrom(folder)) {
    const manifest = layout.manifests.get(within(at, 'Cargo.toml'));
    if (isTable(valueAt(manifest, 'workspace'))) return { folder: at, manifest };
  }
  return undefined;
}

function dependenciesOf(
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
    const own = textAt(entry, 'path');
    const base = own === undefined || inherits ? (workspace?.folder ?? folder) : folder;
    const local = own ?? patched;
    const at = local === undefined ? undefined : joinPath(base, local);
    dependencies.set(crateName(name), at === undefined ? { external: packageName } : { folder: at });
  }
  return dependencies;
}

function crateName(name: string): string {
  return name.replaceAll('-', '_');
}
