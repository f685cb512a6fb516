/** The tree of modules of Rust's crates: which file a path leads to, and what of the path is left to inline modules and items. */

import type { ResolvedModule, SnapshotLayout } from './module-map.ts';
import type { RustCrate } from './rust-packages.ts';
import type { FilePlace, RustPlaces } from './rust-places.ts';
import { within } from './snapshot-path.ts';

/** A file, or an inline module of it. */
export interface Place extends FilePlace {
  /** Inline modules around, outermost first. */
  readonly inline: readonly string[];
}

interface RustTree {
  /** The deepest file on the way from the crate's root, and what is left. */
  descend(crate: RustCrate, path: readonly string[]): ResolvedModule;
  /** Whether a module below the place, or a definition in it, bears the name. */
  holds(place: Place, name: string): boolean;
  /** A path that begins at a crate's name, as the place's package knows it. */
  fromCrate(place: Place, path: readonly string[]): ResolvedModule;
}

export function createRustTree({ byPath }: SnapshotLayout, places: RustPlaces): RustTree {
  function fileAt(crate: RustCrate, path: readonly string[]): number | undefined {
    if (path.length === 0) return byPath.get(crate.root);
    const stem = within(crate.folder, path.join('/'));
    return byPath.get(`${stem}.rs`) ?? byPath.get(`${stem}/mod.rs`);
  }

  function descend(crate: RustCrate, path: readonly string[]): ResolvedModule {
    for (let depth = path.length; depth >= 0; depth -= 1) {
      const file = fileAt(crate, path.slice(0, depth));
      if (file !== undefined) return { files: [file], rest: path.slice(depth) };
    }
    return undefined;
  }

  return {
    descend,
    holds: ({ file, crate, path, inline }, name) =>
      fileAt(crate, [...path, ...inline, name]) !== undefined ||
      places.defines(file, [...inline, name].join('.')),
    fromCrate({ owner }, [name = '', ...rest]) {
      const dependency = owner?.dependencies.get(name);
      if (dependency !== undefined && 'external' in dependency) return dependency;
      const library = dependency === undefined ? undefined : places.packages.get(dependency.folder)?.library;
      if (library !== undefined) return descend(library, rest);
      if (name === owner?.libraryName && owner.library !== undefined) return descend(owner.library, rest);
      // Without a manifest nothing tells what the name is, and nothing speaks against a crate; `test` comes with the compiler.
      return owner === undefined || name === 'test' ? { external: name } : undefined;
    },
  };
}
