/** Locates each Rust file and its inline modules: the package, the crate, and the module path from the crate's root. */

import { lowerBound } from '../../../core/text/lower-bound.ts';
import type { FileImport } from '../../../core/code/reference.ts';
import type { LinkableFile, LinkableSymbol } from '../../../ports/graph-store.ts';
import type { SnapshotLayout } from '../module-map.ts';
import { memoize } from '../memoize.ts';
import { type RustCrate, type RustPackage, readRustPackages } from './rust-packages.ts';
import { fileName, parentFolder, foldersFrom, childPath } from '../snapshot-path.ts';

/** Maximum number of wildcards followed per file. Each is tried for every name that nothing else resolves. */
const maxWildcards = 20;

export interface FilePlace {
  readonly file: LinkableFile;
  /** Undefined if no folder above the file has a Cargo.toml. */
  readonly owner: RustPackage | undefined;
  readonly crate: RustCrate;
  /** Module path of the file from the crate's root. */
  readonly path: readonly string[];
}

export interface RustPlaces {
  readonly packages: ReadonlyMap<string, RustPackage>;
  locate(file: LinkableFile): FilePlace;
  /** Enclosing inline modules of a line, outermost first. */
  inlineModulesAt(file: LinkableFile, line: number | undefined): readonly string[];
  /** The path that a `use` of the file binds to a name. */
  importedPath(file: LinkableFile, name: string): readonly string[] | undefined;
  /** The first `use m::*` imports of the file. */
  wildcards(file: LinkableFile): readonly FileImport[];
  /** Whether the file defines this qualified name. */
  defines(file: LinkableFile, qualifiedName: string): boolean;
}

export function createRustPlaces(layout: SnapshotLayout): RustPlaces {
  const packages = readRustPackages(layout);
  const enclosingModules = memoize(inlineModules);
  const definedNames = memoize(
    (file: LinkableFile) => new Set(file.symbols.map(({ qualifiedName }) => qualifiedName)),
  );
  const readImports = memoize(pathsByName);
  const crateIndexes = memoize((owner: RustPackage) => indexCrates(layout, owner));

  return {
    packages,
    locate: memoize((file: LinkableFile) => {
      const owner = foldersFrom(parentFolder(file.path))
        .map((folder) => packages.get(folder))
        .find((candidate) => candidate !== undefined);
      const found =
        owner === undefined
          ? findCrateWithoutManifest(layout, file)
          : findCrate(file.path, crateIndexes(owner));
      const crate = found ?? { root: file.path, folder: parentFolder(file.path), isLibrary: false };
      return { file, owner, crate, path: modulePath(file.path, crate) };
    }),
    inlineModulesAt(file, line) {
      if (line === undefined) return [];
      return enclosingModules(file)(line);
    },
    defines: (file, qualifiedName) => definedNames(file).has(qualifiedName),
    wildcards: memoize((file: LinkableFile) =>
      file.outline.imports.filter(({ wildcard }) => wildcard).slice(0, maxWildcards),
    ),
    importedPath: (file, name) => readImports(file).get(name),
  };
}

/**
 * @returns a function that lists the enclosing inline modules of a line. Each module stores its parent, which encloses the lines after
 * the module's end.
 */
function inlineModules({ symbols }: LinkableFile): (line: number) => readonly string[] {
  const modules: { readonly symbol: LinkableSymbol; readonly parentIndex: number }[] = [];
  const enclosingIndex = (from: number, line: number): number => {
    let at = from;
    while (at >= 0 && (modules[at]?.symbol.endLine ?? 0) < line) at = modules[at]?.parentIndex ?? -1;
    return at;
  };
  for (const symbol of symbols) {
    if (symbol.kind !== 'module') continue;
    modules.push({ symbol, parentIndex: enclosingIndex(modules.length - 1, symbol.endLine) });
  }
  return (line) => {
    // `mod a;` is also a definition, but its single line encloses nothing.
    const next = lowerBound(modules.length, (at) => (modules[at]?.symbol.startLine ?? 0) < line);
    const innermost = modules[enclosingIndex(next - 1, line)]?.symbol;
    return innermost?.qualifiedName.split('.') ?? [];
  };
}

/** The paths that `use` binds to names; the first one per name. */
function pathsByName({ outline }: LinkableFile): ReadonlyMap<string, readonly string[]> {
  const paths = new Map<string, readonly string[]>();
  for (const { module, names } of outline.imports) {
    const path = module.split('.');
    for (const { imported, local } of names) {
      // A path that begins with the name cannot define it.
      if (path[0] === local || paths.has(local)) continue;
      // A path may or may not end with the imported name.
      paths.set(local, path.at(-1) === imported || imported === '*' ? path : [...path, imported]);
    }
  }
  return paths;
}

/** Indexes the crates of a package, to find the one that a file belongs to. */
interface CrateIndex {
  readonly byRoot: ReadonlyMap<string, RustCrate>;
  /** By the path stem of each module that the crate's root declares. */
  readonly byModule: ReadonlyMap<string, RustCrate>;
  /** The library, otherwise the first binary, by the folder of the root. */
  readonly byFolder: ReadonlyMap<string, RustCrate>;
}

function indexCrates({ files, byPath }: SnapshotLayout, { crates }: RustPackage): CrateIndex {
  const byModule = new Map<string, RustCrate>();
  const byFolder = new Map<string, RustCrate>();
  for (const crate of crates) {
    if (crate.isLibrary || !byFolder.has(crate.folder)) byFolder.set(crate.folder, crate);
    for (const { module } of files[byPath.get(crate.root) ?? -1]?.outline.imports ?? []) {
      const name = /^self\.([^.]+)$/.exec(module)?.[1];
      const stem = name === undefined ? undefined : childPath(crate.folder, name);
      if (stem !== undefined && (crate.isLibrary || !byModule.has(stem))) byModule.set(stem, crate);
    }
  }
  return { byRoot: new Map(crates.map((crate) => [crate.root, crate])), byModule, byFolder };
}

/** The crate of a file: one that declares its module, otherwise the one with the nearest root above. */
function findCrate(path: string, { byRoot, byModule, byFolder }: CrateIndex): RustCrate | undefined {
  const own = byRoot.get(path);
  if (own !== undefined && (own.isLibrary || fileName(own.root) === 'main.rs')) return own;
  const stems = foldersFrom(path.replace(/\.rs$/, ''));
  const declaring = stems.map((stem) => byModule.get(stem)).find((crate) => crate !== undefined);
  if (declaring !== undefined && declaring.root !== path) return declaring;
  const above = foldersFrom(parentFolder(path)).map((folder) => byFolder.get(folder));
  return own ?? above.find((crate) => crate !== undefined);
}

/** Without a manifest: the crate with the nearest root folder. */
function findCrateWithoutManifest({ byPath }: SnapshotLayout, file: LinkableFile): RustCrate | undefined {
  for (const folder of foldersFrom(parentFolder(file.path))) {
    const root = ['lib.rs', 'main.rs']
      .map((name) => childPath(folder, name))
      .find((path) => byPath.has(path));
    if (root !== undefined) return { root, folder, isLibrary: fileName(root) === 'lib.rs' };
  }
  return undefined;
}

function modulePath(path: string, { root, folder }: RustCrate): readonly string[] {
  if (path === root) return [];
  const segments = (folder === '' ? path : path.slice(folder.length + 1)).replace(/\.rs$/, '').split('/');
  return segments.at(-1) === 'mod' ? segments.slice(0, -1) : segments;
}
