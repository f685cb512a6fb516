/**
 * Finds a member of a module or type by name. The members of a type include inherited members and methods in other files. A member that may
 * be inherited from an external base is external.
 */

import { indexSeparateImplementations, readBases, type SeparateImplementation } from './bases.ts';
import { definitionEntity, externalEntity, placeKey } from './entity.ts';
import type { Entity, DefinitionPlace } from './entity.ts';
import type { Bases, Resolver } from './resolver.ts';
import { typeKinds } from './snapshot-names.ts';

type Members = Pick<Resolver, 'findMember' | 'basesOf'>;

const noBases: Bases = { places: [], hasExternal: false };

export function createMembers(resolver: () => Resolver): Members {
  const cached = new Map<number, Map<string, Entity | undefined>>();
  const bases = new Map<number, Bases>();
  let implementations: ReadonlyMap<string, readonly SeparateImplementation[]> | undefined;

  const member = (type: DefinitionPlace, name: string): Entity | undefined => {
    const key = placeKey(type);
    const known = cached.get(key) ?? new Map<string, Entity | undefined>();
    cached.set(key, known);
    if (known.has(name)) return known.get(name);
    const cutoffsBefore = resolver().cutoffs();
    const found = findInherited(resolver(), type, name);
    // A result that a cutoff made incomplete is not cached.
    if (resolver().cutoffs() === cutoffsBefore) known.set(name, found);
    return found;
  };

  return {
    findMember: (container, name) => findMember(resolver(), { container, name }, member),
    basesOf(type) {
      const key = placeKey(type);
      const known = bases.get(key);
      if (known !== undefined) return known;
      implementations ??= indexSeparateImplementations(resolver().names);
      const cutoffsBefore = resolver().cutoffs();
      const all = implementations;
      const found = resolver().guard(`bases ${key}`, noBases, () => readBases(resolver(), type, all));
      if (resolver().cutoffs() === cutoffsBefore) bases.set(key, found);
      return found;
    },
  };
}

function findMember(
  resolver: Resolver,
  { container, name }: { readonly container: Entity; readonly name: string },
  findInType: (type: DefinitionPlace, name: string) => Entity | undefined,
): Entity | undefined {
  if (container.is === 'external' || container.is === 'unknown') return container;
  if (container.is === 'module') return findInModule(resolver, container, name);
  if (container.is === 'inherited') return findInBases(resolver, container.at, name, findInType);
  const kind = resolver.names.symbol(container.at)?.kind;
  if (kind === undefined) return undefined;
  if (container.is === 'instance' || typeKinds.has(kind)) return findInType(container.at, name);
  const nested = findMemberDefinition(resolver, container.at, name);
  if (nested !== undefined || kind === 'module') return nested && definitionEntity(nested);
  const value = resolver.resolveValue(container);
  return value.is === 'unknown' ? undefined : resolver.findMember(value, name);
}

function findInBases(
  resolver: Resolver,
  type: DefinitionPlace,
  name: string,
  findInType: (type: DefinitionPlace, name: string) => Entity | undefined,
): Entity | undefined {
  const { places, hasExternal } = resolver.basesOf(type);
  for (const base of places) {
    const member = findInType(base, name);
    if (member !== undefined && member.is !== 'external') return member;
    if (member !== undefined) return externalEntity;
  }
  return hasExternal ? externalEntity : undefined;
}

function findInModule(
  resolver: Resolver,
  { files, base }: Entity & { readonly is: 'module' },
  name: string,
): Entity | undefined {
  const file = files[0] ?? base?.file;
  const exported = resolver.guard(`exported ${file} ${name}`, undefined, () =>
    resolver.findExport(files, name, new Set()),
  );
  if (exported !== undefined) return exported;
  const family = file === undefined ? '' : resolver.names.forFile(file).rules.family;
  if (family === 'ecmascript' && name !== 'default') {
    const whole = resolver.findExport(files, 'default', new Set());
    return whole?.is === 'definition' ? resolver.findMember(whole, name) : undefined;
  }
  if (base === undefined || (family !== 'python' && family !== 'rust')) return undefined;
  const path = base.module.endsWith('.') ? base.module + name : `${base.module}.${name}`;
  const submodule = resolver.modules.resolve(resolver.names.forFile(base.file).file, path);
  if (submodule === undefined || 'external' in submodule || submodule.rest.length > 0) return undefined;
  const isSame =
    files.length > 0 && submodule.files.length === files.length && submodule.files[0] === files[0];
  return isSame
    ? undefined
    : { is: 'module', files: submodule.files, base: { file: base.file, module: path } };
}

/** Searches the type itself, then its bases depth-first. */
function findInherited(resolver: Resolver, type: DefinitionPlace, name: string): Entity | undefined {
  const visited = new Set<number>();
  let hasExternal = false;
  const search = (at: DefinitionPlace): Entity | undefined => {
    if (visited.has(placeKey(at))) return undefined;
    visited.add(placeKey(at));
    const own = findOwnMember(resolver, at, name);
    if (own !== undefined) return own;
    const bases = resolver.basesOf(at);
    hasExternal ||= bases.hasExternal;
    for (const base of bases.places) {
      const found = search(base);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search(type) ?? (hasExternal ? externalEntity : undefined);
}

function findOwnMember(resolver: Resolver, type: DefinitionPlace, name: string): Entity | undefined {
  const at = findMemberDefinition(resolver, type, name);
  if (at !== undefined) return definitionEntity(at);
  const types = resolver.names.forFile(type.file).fields.get(type.symbol)?.get(name);
  if (types === undefined) return undefined;
  return resolver.resolveTypes({ file: type.file, within: type.symbol, inner: undefined }, types);
}

/** Finds the definition of a member in the body of its container, or outside the body if the language allows that. */
function findMemberDefinition(
  resolver: Resolver,
  container: DefinitionPlace,
  name: string,
): DefinitionPlace | undefined {
  const { names } = resolver;
  const symbol = names.symbol(container);
  if (symbol === undefined) return undefined;
  const path = `${symbol.qualifiedName}.${name}`;
  const own = resolver.findDefinition(container.file, path, 'value');
  const { rules } = names.forFile(container.file);
  if (own !== undefined && rules.family !== 'c') return own;
  if (rules.methodsIn === 'body') return own;
  if (rules.methodsIn === 'crate') return findCrateMember(resolver, container, name);
  const others = names
    .findByQualifiedName(rules.family, path)
    .filter((place) => place.file !== container.file);
  if (others.length === 0) return own;
  if (rules.methodsIn === 'namespace') {
    const { namespace } = names.forFile(container.file).file.outline;
    return others.find((place) => names.forFile(place.file).file.outline.namespace === namespace);
  }
  if (rules.methodsIn === 'package') {
    const siblings = resolver.siblings(container.file);
    return others.find((place) => siblings.has(place.file));
  }
  // A declaration in a header resolves to the body in a source file.
  const [body] = others;
  return own === undefined || others.length === 1 ? body : own;
}

/** Finds a member in any `impl` block of the crate: the block may be in any module that can refer to the type. */
function findCrateMember(
  resolver: Resolver,
  container: DefinitionPlace,
  name: string,
): DefinitionPlace | undefined {
  const { names } = resolver;
  const type = names.symbol(container)?.name;
  return names.findByName('rust', name).find((place) => {
    const path = names.symbol(place)?.qualifiedName ?? '';
    if (!path.endsWith(`${type}.${name}`) || place.file === container.file) return false;
    const at = resolver.enclosingType(place.file, place.symbol);
    return at !== undefined && placeKey(at) === placeKey(container);
  });
}
