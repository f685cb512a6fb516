/**
 * Rust's paths. A module is `a.rs` or `a/mod.rs` below the folder of its crate's root; what a path names beyond the deepest file, inline
 * modules and items, is left over. `super` and `self` count from the inline module a statement stands in.
 */

import type { LinkableFile } from '../../ports/graph-store.ts';
import { type ImportSystem, noFiles } from './import-system.ts';
import type { ResolvedModule, SnapshotLayout } from './module-map.ts';
import { onceForEach } from './once-for-each.ts';
import { createRustPlaces } from './rust-places.ts';
import { type Place, createRustTree } from './rust-tree.ts';

/** Crates of the compiler's own. */
const builtinCrates: ReadonlySet<string> = new Set(['std', 'core', 'alloc', 'proc_macro']);
/** A name may come from another `use` of the file; more steps than this are a circle. */
const mostSteps = 5;

export function createRustModules(layout: SnapshotLayout): ImportSystem {
  const places = createRustPlaces(layout);
  const { descend, fromCrate, holds } = createRustTree(layout, places);

  /** A path that begins at a name in scope. */
  function fromName(place: Place, segments: readonly string[], steps: number): ResolvedModule {
    const { crate, file, owner } = place;
    const [first = '', ...rest] = segments;
    if (builtinCrates.has(first)) return { external: first };
    if (holds(place, first)) return descend(crate, [...place.path, ...place.inline, ...segments]);
    const root = owner?.fromRoot === true ? layout.files[layout.byPath.get(crate.root) ?? -1] : undefined;
    if (root !== undefined && holds({ ...places.placeOf(root), inline: [] }, first)) {
      return descend(crate, segments);
    }
    const imported = places.importedAs(file, first);
    if (imported !== undefined && steps < mostSteps) return resolve(place, [...imported, ...rest], steps + 1);
    // Wildcards are not followed from a wildcard: twenty of twenty would be too many.
    return fromCrate(place, segments) ?? (steps === 0 ? fromWildcard(file, segments) : undefined);
  }

  /** What each `use m::*` of a file brings the names of. */
  const broughtInto = onceForEach((file: LinkableFile) =>
    places.wildcards(file).flatMap(({ module, line }): Place[] => {
      const at = { ...places.placeOf(file), inline: places.inlineAt(file, line) };
      const found = resolve(at, module.split('.'), 1);
      if (found === undefined || 'external' in found) return [];
      const from = layout.files[found.files[0] ?? -1];
      return from === undefined ? [] : [{ ...places.placeOf(from), inline: found.rest }];
    }),
  );

  function fromWildcard(file: LinkableFile, segments: readonly string[]): ResolvedModule {
    const from = broughtInto(file).find((place) => holds(place, segments[0] ?? ''));
    return from === undefined ? undefined : descend(from.crate, [...from.path, ...from.inline, ...segments]);
  }

  function resolve(place: Place, segments: readonly string[], steps: number): ResolvedModule {
    const here = [...place.path, ...place.inline];
    switch (segments[0]) {
      case 'crate':
      case '$crate':
        return descend(place.crate, segments.slice(1));
      case 'self':
      case 'super': {
        const path = climb(here, segments);
        return path === undefined ? undefined : descend(place.crate, path);
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
