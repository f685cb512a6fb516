/**
 * Infers types: what a declared type resolves to, the result of a call, and the value of a variable or property. Uses only declared
 * types; without one the result is unknown.
 */

import { externalEntity, instanceEntity, placeKey, unknownEntity } from './entity.ts';
import type { Entity, DefinitionPlace } from './entity.ts';
import { anyTypes, selfTypes } from './link-rules.ts';
import type { Resolver, Scope } from './resolver.ts';
import { functionKinds, typeKinds } from './snapshot-names.ts';

type Types = Pick<Resolver, 'callResult' | 'resolveTypes' | 'resolveValue'>;

/** A self-reference such as `x = x.next()` adds no information. */
const circular: Entity = { is: 'unknown' };

export function createTypes(resolver: () => Resolver): Types {
  const cached = new Map<string, Entity>();

  const resolveOneType = (scope: Scope, type: string): Entity => {
    const key = `type ${scope.file} ${scope.within} ${scope.inner === undefined ? '' : '+'}${type}`;
    const known = cached.get(key);
    if (known !== undefined) return known;
    const before = resolver().cutoffs();
    const entity = resolver().guard(key, circular, () => resolveType(resolver(), scope, type));
    if (resolver().cutoffs() === before) cached.set(key, entity);
    return entity;
  };

  return {
    resolveTypes(scope, types) {
      const resolved = types.map((type) => ({ type, entity: resolveOneType(scope, type) }));
      if (isSingleVariable(resolver(), scope))
        return commonTypeIfAllKnown(
          resolver(),
          resolved.map(({ entity }) => entity),
        );
      const hasInstance = resolved.some(({ entity }) => entity.is === 'instance');
      // An external function may return a value of a type in the repository.
      const mayBeRepositoryType = ({ type, entity }: (typeof resolved)[number]) =>
        hasInstance && entity.is === 'external' && isFunctionResult(type);
      return commonType(
        resolver(),
        resolved.filter((candidate) => !mayBeRepositoryType(candidate)).map(({ entity }) => entity),
      );
    },
    callResult: (entity, receiver) => resultOfCall(resolver(), entity, receiver),
    resolveValue: (entity) => valueType(resolver(), entity),
  };
}

/** Whether the type is the result of calling a function. A capitalized name is a class. */
function isFunctionResult(type: string): boolean {
  return /(?:^|\.)[^\p{Lu}.][^.]*\(\)$/u.test(type);
}

/** Whether all assignments to a name in the scope set one variable. Fields are excluded: their class declares their types. */
function isSingleVariable({ names }: Resolver, { file, within }: Scope): boolean {
  const fileNames = names.forFile(file);
  const container = within === undefined ? undefined : fileNames.file.symbols[within]?.kind;
  return fileNames.rules.isFunctionScoped && (container === undefined || !typeKinds.has(container));
}

/** Returns the common type of the entities, or unknown if any of them is unknown. */
function commonTypeIfAllKnown(resolver: Resolver, entities: readonly Entity[]): Entity {
  const known = entities.filter((entity) => entity !== circular);
  return known.some(({ is }) => is === 'unknown') ? unknownEntity : commonType(resolver, known);
}

/** Returns the common type of the known entities: their only type, or the type that all others inherit from. */
function commonType(resolver: Resolver, entities: readonly Entity[]): Entity {
  const [first = unknownEntity, ...others] = entities.filter(({ is }) => is !== 'unknown');
  return others.reduce((found, entity) => {
    if (found.is === entity.is && !('at' in found)) return found;
    if (found.is !== 'instance' || entity.is !== 'instance') return unknownEntity;
    if (inheritsFrom(resolver, entity.at, found.at)) return found;
    return inheritsFrom(resolver, found.at, entity.at) ? entity : unknownEntity;
  }, first);
}

/** Whether a type is the same as `base` or inherits from it. */
function inheritsFrom(resolver: Resolver, type: DefinitionPlace, base: DefinitionPlace): boolean {
  const expected = placeKey(base);
  const seen = new Map([[placeKey(type), type]]);
  for (const [key, at] of seen) {
    if (key === expected) return true;
    for (const place of resolver.basesOf(at).places) seen.set(placeKey(place), place);
  }
  return false;
}

function resolveType(resolver: Resolver, scope: Scope, type: string): Entity {
  if (anyTypes.has(type)) return unknownEntity;
  const isBare = !type.includes('.') && !type.endsWith('()');
  if (selfTypes.has(type)) {
    const enclosing = resolver.enclosingType(scope.file, scope.within);
    return enclosing === undefined ? unknownEntity : instanceEntity(enclosing);
  }
  const entity = isBare ? resolver.resolveName(scope, type, 'type') : resolver.resolvePath(scope, type);
  if (entity === undefined) return typeWithoutBinding(resolver, scope, type);
  if (entity.is !== 'definition') return entity.is === 'module' ? unknownEntity : entity;
  const kind = resolver.names.symbol(entity.at)?.kind;
  return kind !== undefined && typeKinds.has(kind) ? { ...entity, is: 'instance' } : unknownEntity;
}

/** With explicit imports, an unbound name is a built-in type, unless it looks like a type parameter. */
function typeWithoutBinding(resolver: Resolver, { file }: Scope, type: string): Entity {
  const isParameter = /^[A-Z]([A-Z0-9]?|[a-z]*Type)$/.test(type);
  const first = /^[^.(]*/.exec(type)?.[0] ?? '';
  const isBuiltin =
    !type.includes('.') && first !== '' && resolver.names.forFile(file).rules.hasExplicitImports;
  return isBuiltin && !isParameter ? externalEntity : unknownEntity;
}

function resultOfCall(resolver: Resolver, entity: Entity, receiver: Entity | undefined): Entity {
  if (entity.is === 'external') return externalEntity;
  if (entity.is === 'module') return resultOfModuleCall(resolver, entity);
  if (entity.is !== 'definition') return unknownEntity;
  const kind = resolver.names.symbol(entity.at)?.kind;
  if (kind === undefined) return unknownEntity;
  if (typeKinds.has(kind)) return instanceEntity(entity.at);
  return functionKinds.has(kind) ? returnType(resolver, entity.at, receiver) : unknownEntity;
}

/** A JavaScript module may itself be called: `require('./app')()`. */
function resultOfModuleCall(resolver: Resolver, { files }: Entity & { readonly is: 'module' }): Entity {
  const [file] = files;
  if (file === undefined || resolver.names.forFile(file).rules.family !== 'ecmascript') return unknownEntity;
  const whole = resolver.findExport(files, 'default', new Set());
  return whole?.is === 'definition' ? resolver.callResult(whole, undefined) : unknownEntity;
}

function returnType(resolver: Resolver, at: DefinitionPlace, receiver: Entity | undefined): Entity {
  const names = resolver.names.forFile(at.file);
  const type = names.returns.get(at.symbol);
  const self = receiver && receiverValue(resolver, receiver);
  // In Rust and Ruby, a method called `new` returns its type.
  if (type === undefined)
    return isConstructorMethod(resolver, at) && self !== undefined ? self : unknownEntity;
  if (selfTypes.has(type) && self !== undefined) return self;
  return resolver.resolveTypes({ file: at.file, within: at.symbol, inner: undefined }, [type]);
}

/** Returns the value that a method is called on: an instance of a type, or the value of a variable or property. */
function receiverValue(resolver: Resolver, receiver: Entity): Entity | undefined {
  if (receiver.is === 'instance' || receiver.is === 'inherited') return instanceEntity(receiver.at);
  if (receiver.is !== 'definition') return undefined;
  const kind = resolver.names.symbol(receiver.at)?.kind;
  if (kind !== undefined && typeKinds.has(kind)) return instanceEntity(receiver.at);
  const value = resolver.resolveValue(receiver);
  return value.is === 'instance' ? value : undefined;
}

function isConstructorMethod(resolver: Resolver, at: DefinitionPlace): boolean {
  const { family } = resolver.names.forFile(at.file).rules;
  return (family === 'rust' || family === 'ruby') && resolver.names.symbol(at)?.name === 'new';
}

function valueType(resolver: Resolver, entity: Entity): Entity {
  if (entity.is !== 'definition') return entity;
  const { file, symbol } = entity.at;
  const names = resolver.names.forFile(file);
  const { kind, name, qualifiedName } = names.file.symbols[symbol] ?? {};
  if (kind === undefined || name === undefined) return unknownEntity;
  // A method that is not called may be a property. Of a getter and a setter, use the first with a return type.
  if (kind === 'method') {
    const all = names.ordinals.get(qualifiedName ?? '') ?? [];
    const declared = all.find((ordinal) => names.returns.has(ordinal)) ?? symbol;
    return returnType(resolver, { file, symbol: declared }, undefined);
  }
  const parent = names.parents[symbol];
  const isFileLevel = qualifiedName === name;
  const container = isFileLevel ? undefined : parent;
  const types = names.fields.get(container)?.get(name);
  return types === undefined
    ? unknownEntity
    : resolver.resolveTypes({ file, within: container, inner: undefined }, types);
}
