/**
 * Rust's paths. A module is `a.rs` or `a/mod.rs` below the folder of its crate's root; what a path names beyond the deepest file, inline
 * modules and items, is left over. `super` and `self` count from the inline module a statement stands in.
 */

import type { LinkableFile } from '../../ports/graph-store.ts';
import { type ImportSystem, noFiles } from './import-system.ts';
import type { ResolvedModule, SnapshotLayout } from './module-map.ts';
import type { RustCrate } from './rust-packages.ts';
import { type FilePlace, createRustPlaces } from './rust-places.ts';
import { within } from './snapshot-path.ts';

/** Crates of the compiler's own. */
const builtinCrates: ReadonlySet<string> = new Set(['std', 'core', 'alloc', 'proc_macro']);
/** A name may come from another `use` of the file; more steps than this are a circle. */
const mostSteps = 5;

interface Place extends FilePlace {
  readonly inline: readonly string[];
}

export function createRustModules(layout: SnapshotLayout): ImportSystem {
  const places = createRustPlaces(layout);

  /** Whether a module, or a definition in the file itself, bears the name. */
  function holds({ file, crate, path, inline }: Place, name: string): boolean {
    const isModule = fileAt(layout, crate, [...path, ...inline, name]) !== undefined;
    return isModule || places.defines(file, [...inline, name].join('.'));
  }

  /** A path that begins at a crate's name. */
  function fromCrate({ owner }: Place, [name = '', ...rest]: readonly string[]): ResolvedModule {
    const dependency = owner?.dependencies.get(name);
    if (dependency !== undefined && 'external' in dependency) return dependency;
    const library = dependency === undefined ? undefined : places.packages.get(dependency.folder)?.library;
    if (library !== undefined) return descend(layout, library, rest);
    if (name === owner?.libraryName && owner.library !== undefined)
      return descend(layout, owner.library, rest);
    // Without a manifest nothing tells what the name is, and nothing speaks against a crate.
    return owner === undefined ? { external: name } : undefined;
  }

  /** A path that begins at a name in scope. */
  function fromName(place: Place, segments: readonly string[], steps: number): ResolvedModule {
    const { crate, file, owner } = place;
    const [first = '', ...rest] = segments;
    if (builtinCrates.has(first)) return { external: first };
    if (holds(place, first)) return descend(layout, crate, [...place.path, ...place.inline, ...segments]);
    const root = owner?.fromRoot === true ? layout.files[layout.byPath.get(crate.root) ?? -1] : undefined;
    if (root !== undefined && holds({ ...places.placeOf(root), inline: [] }, first)) {
      return descend(layout, crate, segments);
    }
    const imported = importedAs(file, first);
    if (imported !== undefined && steps < mostSteps) return resolve(place, [...imported, ...rest], steps + 1);
    return fromCrate(place, segments);
  }

  function resolve(place: Place, segments: readonly string[], steps: number): ResolvedModule {
    const here = [...place.path, ...place.inline];
    switch (segments[0]) {
      case 'crate':
      case '$crate':
        return descend(layout, place.crate, segments.slice(1));
      case 'self':
      case 'super': {
        const path = climb(here, segments);
        return path === undefined ? undefined : descend(layout, place.crate, path);
      }
      case '':
        return fromCrate(place, segments.slice(1));
      default:
        return fromName(place, segments, steps);
    }
  }

  return {
    scopeOf: (file, line) => `${file.path}\n${places.inlineAt(file, line).join('.')}`,
    resolve: (file, module, line) =>
      resolve({ ...places.placeOf(file), inline: places.inlineAt(file, line) }, module.split('.'), 0),
    siblings: () => noFiles,
  };
}

/** Follows `self` and each `super`. @returns undefined where they lead out of the crate. */
function climb(from: readonly string[], segments: readonly string[]): readonly string[] | undefined {
  const named = segments.findIndex((segment) => segment !== 'self' && segment !== 'super');
  const steps = named < 0 ? segments : segments.slice(0, named);
  const ups = steps.filter((segment) => segment === 'super').length;
  if (ups > from.length) return undefined;
  return [...from.slice(0, from.length - ups), ...segments.slice(steps.length)];
}

function fileAt({ byPath }: SnapshotLayout, crate: RustCrate, path: readonly string[]): number | undefined {
  if (path.length === 0) return byPath.get(crate.root);
  const stem = within(crate.folder, path.join('/'));
  return byPath.get(`${stem}.rs`) ?? byPath.get(`${stem}/mod.rs`);
}

/** The deepest file on the way, and what is left. */
function descend(layout: SnapshotLayout, crate: RustCrate, path: readonly string[]): ResolvedModule {
  for (let depth = path.length; depth >= 0; depth -= 1) {
    const file = fileAt(layout, crate, path.slice(0, depth));
    if (file !== undefined) return { files: [file], rest: path.slice(depth) };
  }
  return undefined;
}

/** The path that another `use` of the file binds to a name. */
function importedAs({ outline }: LinkableFile, name: string): readonly string[] | undefined {
  for (const { module, names } of outline.imports) {
    const path = module.split('.');
    // What begins with the name cannot be where it comes from.
    const binding = path[0] === name ? undefined : names.find(({ local }) => local === name);
    if (binding === undefined) continue;
    // A path may or may not end in the name it brings.
    return path.at(-1) === binding.imported || binding.imported === '*' ? path : [...path, binding.imported];
  }
  return undefined;
}
