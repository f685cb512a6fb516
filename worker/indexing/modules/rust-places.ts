/** Where each Rust file, or an inline module of it, stands: the package, the crate and the path of modules from the crate's root. */

import { lowerBound } from '../../core/lower-bound.ts';
import type { FileImport } from '../../core/reference.ts';
import type { LinkableFile, LinkableSymbol } from '../../ports/graph-store.ts';
import type { SnapshotLayout } from './module-map.ts';
import { onceForEach } from './once-for-each.ts';
import { type RustCrate, type RustPackage, readRustPackages } from './rust-packages.ts';
import { fileNameOf, folderOf, foldersFrom, within } from './snapshot-path.ts';

/** Each is followed for every name that nothing else explains. */
const mostWildcards = 20;

export interface FilePlace {
  readonly file: LinkableFile;
  /** Undefined where no Cargo.toml lies above. */
  readonly owner: RustPackage | undefined;
  readonly crate: RustCrate;
  /** Of the file, from the crate's root. */
  readonly path: readonly string[];
}

export interface RustPlaces {
  readonly packages: ReadonlyMap<string, RustPackage>;
  placeOf(file: LinkableFile): FilePlace;
  /** Inline modules around a line, outermost first. */
  inlineAt(file: LinkableFile, line: number | undefined): readonly string[];
  /** The path that a `use` of the file binds to a name. */
  importedAs(file: LinkableFile, name: string): readonly string[] | undefined;
  /** `use m::*` of the file, the first of them. */
  wildcards(file: LinkableFile): readonly FileImport[];
  /** Whether a definition of this qualified name is in the file. */
  defines(file: LinkableFile, qualifiedName: string): boolean;
}

export function createRustPlaces(layout: SnapshotLayout): RustPlaces {
  const packages = readRustPackages(layout);
  const modulesIn = onceForEach(inlineModules);
  const namesIn = onceForEach(
    (file: LinkableFile) => new Set(file.symbols.map(({ qualifiedName }) => qualifiedName)),
  );
  const importsOf = onceForEach(pathsByName);
  const cratesOf = onceForEach((owner: RustPackage) => indexCrates(layout, owner));

  return {
    packages,
    placeOf: onceForEach((file: LinkableFile) => {
      const owner = foldersFrom(folderOf(file.path))
        .map((folder) => packages.get(folder))
        .find((one) => one !== undefined);
      const found = owner === undefined ? looseCrate(layout, file) : crateOf(file.path, cratesOf(owner));
      const crate = found ?? { root: file.path, folder: folderOf(file.path), isLibrary: false };
      return { file, owner, crate, path: pathOf(file.path, crate) };
    }),
    inlineAt(file, line) {
      if (line === undefined) return [];
      return modulesIn(file)(line);
    },
    defines: (file, qualifiedName) => namesIn(file).has(qualifiedName),
    wildcards: onceForEach((file: LinkableFile) =>
      file.outline.imports.filter(({ wildcard }) => wildcard).slice(0, mostWildcards),
    ),
    importedAs: (file, name) => importsOf(file).get(name),
  };
}

/** @returns for a line the inline modules around it. They nest, so each knows the one around and is left for it where it has ended. */
function inlineModules({ symbols }: LinkableFile): (line: number) => readonly string[] {
  const modules: { readonly symbol: LinkableSymbol; readonly around: number }[] = [];
  const outer = (from: number, line: number): number => {
    let at = from;
    while (at >= 0 && (modules[at]?.symbol.endLine ?? 0) < line) at = modules[at]?.around ?? -1;
    return at;
  };
  for (const symbol of symbols) {
    if (symbol.kind !== 'module') continue;
    modules.push({ symbol, around: outer(modules.length - 1, symbol.endLine) });
  }
  return (line) => {
    // `mod a;` is a definition as well, of one line, and not around anything.
    const next = lowerBound(modules.length, (at) => (modules[at]?.symbol.startLine ?? 0) < line);
    const around = modules[outer(next - 1, line)]?.symbol;
    return around?.qualifiedName.split('.') ?? [];
  };
}

/** The paths that `use` binds to names; the first of each name. */
function pathsByName({ outline }: LinkableFile): ReadonlyMap<string, readonly string[]> {
  const paths = new Map<string, readonly string[]>();
  for (const { module, names } of outline.imports) {
    const path = module.split('.');
    for (const { imported, local } of names) {
      // What begins with the name cannot be where it comes from.
      if (path[0] === local || paths.has(local)) continue;
      // A path may or may not end in the name it brings.
      paths.set(local, path.at(-1) === imported || imported === '*' ? path : [...path, imported]);
    }
  }
  return paths;
}

/** The crates of a package by what tells which of them a file belongs to. */
interface CrateIndex {
  readonly byRoot: ReadonlyMap<string, RustCrate>;
  /** By the stem of a module's path that the crate's root declares. */
  readonly byModule: ReadonlyMap<string, RustCrate>;
  /** The library, else the first program, by the folder of the root. */
  readonly byFolder: ReadonlyMap<string, RustCrate>;
}

function indexCrates({ files, byPath }: SnapshotLayout, { crates }: RustPackage): CrateIndex {
  const byModule = new Map<string, RustCrate>();
  const byFolder = new Map<string, RustCrate>();
  for (const crate of crates) {
    if (crate.isLibrary || !byFolder.has(crate.folder)) byFolder.set(crate.folder, crate);
    for (const { module } of files[byPath.get(crate.root) ?? -1]?.outline.imports ?? []) {
      const name = /^self\.([^.]+)$/.exec(module)?.[1];
      const stem = name === undefined ? undefined : within(crate.folder, name);
      if (stem !== undefined && (crate.isLibrary || !byModule.has(stem))) byModule.set(stem, crate);
    }
  }
  return { byRoot: new Map(crates.map((crate) => [crate.root, crate])), byModule, byFolder };
}

/** The crate a file belongs to: one that declares its module, else the one whose root lies nearest above. */
function crateOf(path: string, { byRoot, byModule, byFolder }: CrateIndex): RustCrate | undefined {
  const own = byRoot.get(path);
  if (own !== undefined && (own.isLibrary || fileNameOf(own.root) === 'main.rs')) return own;
  const stems = foldersFrom(path.replace(/\.rs$/, ''));
  const declaring = stems.map((stem) => byModule.get(stem)).find((crate) => crate !== undefined);
  if (declaring !== undefined && declaring.root !== path) return declaring;
  const above = foldersFrom(folderOf(path)).map((folder) => byFolder.get(folder));
  return own ?? above.find((crate) => crate !== undefined);
}

/** Without a manifest: the crate whose root lies in the nearest folder that has one. */
function looseCrate({ byPath }: SnapshotLayout, file: LinkableFile): RustCrate | undefined {
  for (const folder of foldersFrom(folderOf(file.path))) {
    const root = ['lib.rs', 'main.rs'].map((name) => within(folder, name)).find((path) => byPath.has(path));
    if (root !== undefined) return { root, folder, isLibrary: fileNameOf(root) === 'lib.rs' };
  }
  return undefined;
}

function pathOf(path: string, { root, folder }: RustCrate): readonly string[] {
  if (path === root) return [];
  const segments = (folder === '' ? path : path.slice(folder.length + 1)).replace(/\.rs$/, '').split('/');
  return segments.at(-1) === 'mod' ? segments.slice(0, -1) : segments;
}
