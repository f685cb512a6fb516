/** Finds the bases of a type: those that its definition names, and the traits that Rust implements for it outside its definition. */

import type { Reference } from '../../core/code/reference.ts';
import { externalEntity, placeKey, unknownEntity } from './entity.ts';
import type { Entity, DefinitionPlace } from './entity.ts';
import type { Bases, Resolver } from './resolver.ts';
import type { SnapshotNames } from './snapshot-names.ts';

export interface SeparateImplementation {
  readonly file: number;
  readonly base: Reference;
}

/** Indexes implementations outside their type by the last segment of the type's name. */
export function indexSeparateImplementations(
  names: SnapshotNames,
): ReadonlyMap<string, readonly SeparateImplementation[]> {
  const found = new Map<string, SeparateImplementation[]>();
  for (let file = 0; file < names.count; file += 1) {
    const { rules, file: linkedFile } = names.forFile(file);
    for (const base of linkedFile.outline.bases) {
      if (!isSeparateImplementation(rules.family, base)) continue;
      const type = (base.receiver ?? '').slice((base.receiver ?? '').lastIndexOf('.') + 1);
      const list = found.get(type);
      if (list === undefined) found.set(type, [{ file, base }]);
      else list.push({ file, base });
    }
  }
  return found;
}

/** Whether an implementation is outside its type, as in Rust's `impl Trait for Type` or Go's `var _ Interface = Type{}`. The reference's receiver is the type. */
export function isSeparateImplementation(family: string, { kind, receiver }: Reference): boolean {
  return kind === 'implements' && receiver !== undefined && (family === 'rust' || family === 'go');
}

export function readBases(
  resolver: Resolver,
  type: DefinitionPlace,
  implementations: ReadonlyMap<string, readonly SeparateImplementation[]>,
): Bases {
  const names = resolver.names.forFile(type.file);
  const places: DefinitionPlace[] = [];
  let hasExternal = false;
  const addBase = (entity: Entity): void => {
    if (entity.is === 'definition' || entity.is === 'instance') {
      if (placeKey(entity.at) !== placeKey(type)) places.push(entity.at);
    } else if (entity.is === 'external') hasExternal = true;
  };
  const isRust = names.rules.family === 'rust';
  for (const base of names.bases.get(type.symbol) ?? []) {
    if (isSeparateImplementation(names.rules.family, base)) continue;
    addBase(resolveBase(resolver, { file: type.file, within: names.parents[type.symbol] }, base));
  }
  const { name = '' } = names.file.symbols[type.symbol] ?? {};
  for (const { file, base } of isRust ? (implementations.get(name) ?? []) : []) {
    const scope = { file, within: undefined, inner: undefined };
    const implementer = resolver.resolvePath(scope, base.receiver ?? '');
    if (implementer?.is !== 'definition' || placeKey(implementer.at) !== placeKey(type)) continue;
    // Members of an external trait are not in the repository; other traits are still searched.
    const trait = resolver.resolvePath(scope, base.name);
    if (trait?.is === 'definition') addBase(trait);
  }
  return { places, hasExternal };
}

/** Resolves a base in the scope outside the type. With explicit imports, an unbound bare name is a built-in type. */
export function resolveBase(
  resolver: Resolver,
  { file, within }: { readonly file: number; readonly within: number | undefined },
  { name, receiver }: Reference,
): Entity {
  const scope = { file, within, inner: undefined };
  const hasExplicitImports = resolver.names.forFile(file).rules.hasExplicitImports;
  if (receiver === undefined)
    return resolver.resolveName(scope, name, 'type') ?? (hasExplicitImports ? externalEntity : unknownEntity);
  const container =
    receiver === '' ? unknownEntity : (resolver.resolvePath(scope, receiver) ?? unknownEntity);
  return resolver.findMember(container, name) ?? unknownEntity;
}
