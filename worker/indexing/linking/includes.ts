/**
 * Resolves names that C and C++ files see through `#include`, including nested includes. A declaration in a header resolves to the
 * definition in a source file if there is exactly one.
 */

import { definitionEntity } from './entity.ts';
import type { Entity, DefinitionPlace } from './entity.ts';
import type { Resolver } from './resolver.ts';
import { functionKinds } from './snapshot-names.ts';

/** Headers followed from one file; the largest include trees in one repository have some hundreds. */
const maxIncluded = 2000;

export interface Includes {
  find(file: number, name: string): Entity | undefined;
  /** The definition that a declaration stands for. */
  findBody(place: DefinitionPlace): Entity;
}

export function createIncludes(resolver: () => Resolver): Includes {
  const reached = new Map<number, ReadonlySet<number>>();

  const reach = (file: number): ReadonlySet<number> => {
    const known = reached.get(file);
    if (known !== undefined) return known;
    const files = new Set<number>([file]);
    for (const next of files) {
      if (files.size > maxIncluded) break;
      const names = resolver().names.forFile(next);
      for (const { module } of names.file.outline.imports) {
        const resolved = resolver().modules.resolve(names.file, module);
        if (resolved !== undefined && 'files' in resolved)
          for (const found of resolved.files) files.add(found);
      }
    }
    reached.set(file, files);
    return files;
  };

  const settled = (place: DefinitionPlace): Entity => {
    const { names } = resolver();
    const symbol = names.symbol(place);
    if (
      symbol === undefined ||
      !functionKinds.has(symbol.kind) ||
      !isHeader(names.forFile(place.file).file.path)
    )
      return definitionEntity(place);
    const bodies = names
      .named('c', symbol.name)
      .filter(
        (other) =>
          names.symbol(other)?.qualifiedName === symbol.qualifiedName &&
          functionKinds.has(names.symbol(other)?.kind ?? 'variable') &&
          !isHeader(names.forFile(other.file).file.path),
      );
    return definitionEntity(bodies.length === 1 && bodies[0] !== undefined ? bodies[0] : place);
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
    findBody: settled,
  };
}

function isHeader(path: string): boolean {
  return /\.(h|hh|hpp|hxx|ipp|inl)$/i.test(path);
}

/** Whether it is outside all types and functions; namespaces may enclose it. */
function isOutermost({ names }: Resolver, { file, symbol }: DefinitionPlace): boolean {
  const { parents, file: own } = names.forFile(file);
  for (let around = parents[symbol]; around !== undefined; around = parents[around])
    if (own.symbols[around]?.kind !== 'module') return false;
  const { kind, qualifiedName, name } = own.symbols[symbol] ?? {};
  return kind !== 'method' || qualifiedName === name;
}
