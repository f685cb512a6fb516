/**
 * Resolves Rust paths. A module is `a.rs` or `a/mod.rs` below the folder of its crate's root. The rest of a path after the deepest file
 * refers to inline modules and items. `super` and `self` are relative to the inline module that contains the statement.
 */

import type { LinkableFile } from '../../../ports/graph-store.ts';
import { type ImportSystem, noFiles, type ResolvedModule, type SnapshotLayout } from '../module-map.ts';
import { memoize } from '../memoize.ts';
import { createRustPlaces, type FilePlace, type RustPlaces } from './rust-places.ts';
import type { RustCrate } from './rust-packages.ts';
import { childPath } from '../snapshot-path.ts';

/** Crates that ship with the compiler. */
const builtinCrates: ReadonlySet<string> = new Set(['std', 'core', 'alloc', 'proc_macro']);
/** Maximum number of `use` statements followed for one path. A `use` may refer to another, but a longer chain is a cycle. */
const maxSteps = 5;

export function createRustModules(layout: SnapshotLayout): ImportSystem {
  const places = createRustPlaces(layout);
  const { descend, resolveCratePath, contains } = createRustTree(layout, places);

  /** Resolves a path that begins with a name in scope. */
  function resolveNamePath(place: Place, segments: readonly string[], steps: number): ResolvedModule {
    const { crate, file, owner } = place;
    const [first = '', ...rest] = segments;
    if (builtinCrates.has(first)) return { external: first };
    if (contains(place, first)) return descend(crate, [...place.path, ...place.inline, ...segments]);
    const root =
      owner?.usesRootPaths === true ? layout.files[layout.byPath.get(crate.root) ?? -1] : undefined;
    if (root !== undefined && contains({ ...places.locate(root), inline: [] }, first)) {
      return descend(crate, segments);
    }
    const imported = places.importedPath(file, first);
    if (imported !== undefined && steps < maxSteps) return resolve(place, [...imported, ...rest], steps + 1);
    // Wildcards are not followed from a wildcard: twenty times twenty would be too many.
    return (
      resolveCratePath(place, segments) ?? (steps === 0 ? resolveThroughWildcard(file, segments) : undefined)
    );
  }

  /** The modules whose names each `use m::*` of a file imports. */
  const wildcardPlaces = memoize((file: LinkableFile) =>
    places.wildcards(file).flatMap(({ module, line }): Place[] => {
      const at = { ...places.locate(file), inline: places.inlineModulesAt(file, line) };
      const found = resolve(at, module.split('.'), 1);
      if (found === undefined || 'external' in found) return [];
      const from = layout.files[found.files[0] ?? -1];
      return from === undefined ? [] : [{ ...places.locate(from), inline: found.rest }];
    }),
  );

  function resolveThroughWildcard(file: LinkableFile, segments: readonly string[]): ResolvedModule {
    const from = wildcardPlaces(file).find((place) => contains(place, segments[0] ?? ''));
    return from === undefined ? undefined : descend(from.crate, [...from.path, ...from.inline, ...segments]);
  }

  function resolve(place: Place, segments: readonly string[], steps: number): ResolvedModule {
    const modulePath = [...place.path, ...place.inline];
    switch (segments[0]) {
      case 'crate':
      case '$crate':
        return descend(place.crate, segments.slice(1));
      case 'self':
      case 'super': {
        const path = climb(modulePath, segments);
        return path === undefined ? undefined : descend(place.crate, path);
      }
      case '':
        return resolveCratePath(place, segments.slice(1));
      default:
        return resolveNamePath(place, segments, steps);
    }
  }

  return {
    scopeKey: (file, line) => `${file.path}\n${places.inlineModulesAt(file, line).join('.')}`,
    resolve: (file, module, line) =>
      resolve({ ...places.locate(file), inline: places.inlineModulesAt(file, line) }, module.split('.'), 0),
    siblings: () => noFiles,
  };
}

/** Follows `self` and each `super`. @returns undefined if the path leaves the crate */
function climb(from: readonly string[], segments: readonly string[]): readonly string[] | undefined {
  const named = segments.findIndex((segment) => segment !== 'self' && segment !== 'super');
  const steps = named < 0 ? segments : segments.slice(0, named);
  const levels = steps.filter((segment) => segment === 'super').length;
  if (levels > from.length) return undefined;
  return [...from.slice(0, from.length - levels), ...segments.slice(steps.length)];
}

/** A file, or an inline module of it. */
export interface Place extends FilePlace {
  /** Enclosing inline modules, outermost first. */
  readonly inline: readonly string[];
}

/** The module tree of crates. Resolves a path to a file and the rest of the path, for inline modules and items. */
interface RustTree {
  /** The deepest file on the path from the crate's root, and the rest of the path. */
  descend(crate: RustCrate, path: readonly string[]): ResolvedModule;
  /** Whether the place contains a module or a definition with this name. */
  contains(place: Place, name: string): boolean;
  /** Resolves a path that begins with a crate's name in the package of the place. */
  resolveCratePath(place: Place, path: readonly string[]): ResolvedModule;
}

function createRustTree({ byPath }: SnapshotLayout, places: RustPlaces): RustTree {
  function fileAt(crate: RustCrate, path: readonly string[]): number | undefined {
    if (path.length === 0) return byPath.get(crate.root);
    const stem = childPath(crate.folder, path.join('/'));
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
    contains: ({ file, crate, path, inline }, name) =>
      fileAt(crate, [...path, ...inline, name]) !== undefined ||
      places.defines(file, [...inline, name].join('.')),
    resolveCratePath({ owner }, [name = '', ...rest]) {
      const dependency = owner?.dependencies.get(name);
      if (dependency !== undefined && 'external' in dependency) return dependency;
      const library = dependency === undefined ? undefined : places.packages.get(dependency.folder)?.library;
      if (library !== undefined) return descend(library, rest);
      if (name === owner?.libraryName && owner.library !== undefined) return descend(owner.library, rest);
      // Without a manifest the name may be any crate. `test` ships with the compiler.
      return owner === undefined || name === 'test' ? { external: name } : undefined;
    },
  };
}
