/**
 * Names that C and C++ files see through `#include`: what the headers declare, and theirs in turn. A declaration in a header
 * stands for the definition in a source file, where there is one of that name.
 */

import { definitionAt } from './entity.ts';
import type { Entity, Place } from './entity.ts';
import type { Resolver } from './resolver.ts';
import { functionKinds } from './snapshot-names.ts';

/** Headers followed from one file. The deepest trees of headers in one repository have some hundreds. */
const maxIncluded = 2000;

export interface Includes {
  find(file: number, name: string): Entity | undefined;
  /** The definition that a declaration stands for. */
  settled(place: Place): Entity;
}

export function createIncludes(resolver: () => Resolver): Includes {
  const reached = new Map<number, ReadonlySet<number>>();

  const reach = (file: number): ReadonlySet<number> => {
    const known = reached.get(file);
    if (known !== undefined) return known;
    const files = new Set<number>([file]);
    for (const next of files) {
      if (files.size > maxIncluded) break;
      const names = resolver().names.of(next);
      for (const { module } of names.file.outline.imports) {
        const resolved = resolver().modules.resolve(names.file, module);
        if (resolved !== undefined && 'files' in resolved)
          for (const found of resolved.files) files.add(found);
      }
    }
    reached.set(file, files);
    return files;
  };

  const settled = (place: Place): Entity => {
    const { names } = resolver();
    const symbol = names.symbol(place);
    if (symbol === undefined || !functionKinds.has(symbol.kind) || !isHeader(names.of(place.file).file.path))
      return definitionAt(place);
    const bodies = names
      .named('c', symbol.name)
      .filter(
        (other) =>
          names.symbol(other)?.qualifiedName === symbol.qualifiedName &&
          functionKinds.has(names.symbol(other)?.kind ?? 'variable') &&
          !isHeader(names.of(other.file).file.path),
      );
    return definitionAt(bodies.length === 1 && bodies[0] !== undefined ? bodies[0] : place);
  };

  return {
    find(file, name) {
      const { names } = resolver();
      const candidates = names.named('c', name).filter((place) => isOutermost(resolver(), place));
      if (candidates.length === 0) return undefined;
      const seen = reach(file);
      const found = candidates.find((place) => seen.has(place.file));
      return found && settled(found);
    },
    settled,
  };
}

function isHeader(path: string): boolean {
  return /\.(h|hh|hpp|hxx|ipp|inl)$/i.test(path);
}

/** In no type and no function; namespaces may be around it. */
function isOutermost({ names }: Resolver, { file, symbol }: Place): boolean {
  const { parents, file: own } = names.of(file);
  for (let around = parents[symbol]; around !== undefined; around = parents[around])
    if (own.symbols[around]?.kind !== 'module') return false;
  const { kind, qualifiedName, name } = own.symbols[symbol] ?? {};
  return kind !== 'method' || qualifiedName === name;
}
