/**
 * Resolves names that C and C++ files see through `#include`, including nested includes. A declaration in a header resolves to the
 * definition in a source file if there is exactly one.
 */

import { definitionEntity } from './entity.ts';
import type { Entity, DefinitionPlace } from './entity.ts';
import type { Resolver } from './resolver.ts';
import { functionKinds } from './snapshot-names.ts';

/** Maximum number of headers followed from one file. The largest known include trees have some hundreds. */
const maxIncluded = 2000;

export interface Includes {
  find(file: number, name: string): Entity | undefined;
  /** Returns the definition of a declared function if there is exactly one, otherwise the given place. */
  findBody(place: DefinitionPlace): Entity;
}

export function createIncludes(resolver: () => Resolver): Includes {
  const reached = new Map<number, ReadonlySet<number>>();

  const findReachableFiles = (file: number): ReadonlySet<number> => {
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

  const findBody = (place: DefinitionPlace): Entity => {
    const { names } = resolver();
    const symbol = names.symbol(place);
    if (
      symbol === undefined ||
      !functionKinds.has(symbol.kind) ||
      !isHeader(names.forFile(place.file).file.path)
    )
      return definitionEntity(place);
    const bodies = names
      .findByName('c', symbol.name)
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
      const candidates = names.findByName('c', name).filter((place) => isOutermost(resolver(), place));
      if (candidates.length === 0) return undefined;
      const reachable = findReachableFiles(file);
      const found = candidates.find((place) => reachable.has(place.file));
      return found && findBody(found);
    },
    findBody,
  };
}

function isHeader(path: string): boolean {
  return /\.(h|hh|hpp|hxx|ipp|inl)$/i.test(path);
}

/** Whether the definition is outside all types and functions. Namespaces may enclose it. */
function isOutermost({ names }: Resolver, { file, symbol }: DefinitionPlace): boolean {
  const { parents, file: own } = names.forFile(file);
  for (let ancestor = parents[symbol]; ancestor !== undefined; ancestor = parents[ancestor])
    if (own.symbols[ancestor]?.kind !== 'module') return false;
  const { kind, qualifiedName, name } = own.symbols[symbol] ?? {};
  return kind !== 'method' || qualifiedName === name;
}
