/** Where each Rust file, or an inline module of it, stands: the package, the crate and the path of modules from the crate's root. */

import type { LinkableFile } from '../../ports/graph-store.ts';
import type { SnapshotLayout } from './module-map.ts';
import { type RustCrate, type RustPackage, readRustPackages } from './rust-packages.ts';
import { fileNameOf, folderOf, foldersFrom, liesIn, within } from './snapshot-path.ts';

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
  /** Whether a definition of this qualified name is in the file. */
  defines(file: LinkableFile, qualifiedName: string): boolean;
}

export function createRustPlaces(layout: SnapshotLayout): RustPlaces {
  const packages = readRustPackages(layout);
  const modulesIn = kept((file) => file.symbols.filter(({ kind }) => kind === 'module'));
  const namesIn = kept((file) => new Set(file.symbols.map(({ qualifiedName }) => qualifiedName)));
  const declaredIn = kept((file) => new Set(file.outline.imports.map(({ module }) => module)));

  /** The crate a file belongs to: one that declares its module, else the library, else the program. */
  function crateOf(file: LinkableFile, owner: RustPackage | undefined): RustCrate {
    const alone = { root: file.path, folder: folderOf(file.path), isLibrary: false };
    if (owner === undefined) return looseCrate(layout, file) ?? alone;
    const own = owner.crates.find(({ root }) => root === file.path);
    if (own !== undefined && (own.isLibrary || fileNameOf(own.root) === 'main.rs')) return own;
    const around = owner.crates
      .filter(({ folder, root }) => liesIn(file.path, folder) && root !== file.path)
      .toSorted((a, b) => b.folder.length - a.folder.length);
    const declaring = around.find((crate) => {
      const root = layout.files[layout.byPath.get(crate.root) ?? -1];
      return root !== undefined && declaredIn(root).has(`self.${pathOf(file.path, crate)[0] ?? ''}`);
    });
    const deepest = around.filter(({ folder }) => folder === around[0]?.folder);
    return declaring ?? own ?? deepest.find((crate) => crate.isLibrary) ?? deepest[0] ?? alone;
  }

  return {
    packages,
    placeOf: kept((file) => {
      const owner = foldersFrom(folderOf(file.path))
        .map((folder) => packages.get(folder))
        .find((one) => one !== undefined);
      const crate = crateOf(file, owner);
      return { file, owner, crate, path: pathOf(file.path, crate) };
    }),
    inlineAt(file, line) {
      if (line === undefined) return [];
      // `mod a;` is a definition as well, of one line, and not around anything.
      const around = modulesIn(file).findLast(
        ({ startLine, endLine }) => startLine < line && line <= endLine,
      );
      return around?.qualifiedName.split('.') ?? [];
    },
    defines: (file, qualifiedName) => namesIn(file).has(qualifiedName),
  };
}

/** What is worked out of a file once. */
function kept<T>(make: (file: LinkableFile) => T): (file: LinkableFile) => T {
  const made = new WeakMap<LinkableFile, { readonly value: T }>();
  return (file) => {
    const known = made.get(file) ?? { value: make(file) };
    made.set(file, known);
    return known.value;
  };
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
