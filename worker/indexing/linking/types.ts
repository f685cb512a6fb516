/**
 * Types: what a written one stands for, what calling a thing gives, what a variable or a property holds. Only what is written
 * counts; where nothing is, the answer is that nothing is known.
 */

import { external, instanceOf, placeKey, unknown } from './entity.ts';
import type { Entity, Place } from './entity.ts';
import { openTypes, selfTypes } from './link-rules.ts';
import type { Resolver, Scope } from './resolver.ts';
import { functionKinds, typeKinds } from './snapshot-names.ts';

type Types = Pick<Resolver, 'called' | 'typed' | 'valueOf'>;

/** What asks for itself (`x = x.next()`) adds nothing to what is known otherwise. */
const circular: Entity = { is: 'unknown' };

export function createTypes(resolver: () => Resolver): Types {
  const kept = new Map<string, Entity>();

  const typedOne = (scope: Scope, type: string): Entity => {
    const ask = () => typeAt(resolver(), scope, type);
    const key = `type ${scope.file} ${scope.within} ${scope.inner === undefined ? '' : '+'}${type}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const before = resolver().cuts();
    const entity = resolver().guarded(key, circular, ask);
    if (resolver().cuts() === before) kept.set(key, entity);
    return entity;
  };

  return {
    typed(scope, types) {
      const told = types.map((type) => ({ type, entity: typedOne(scope, type) }));
      if (isOneVariable(resolver(), scope))
        return agreedOfAll(
          resolver(),
          told.map(({ entity }) => entity),
        );
      const isHeld = told.some(({ entity }) => entity.is === 'instance');
      // What a function from outside gives back may be of a type from here.
      const isOpen = ({ type, entity }: (typeof told)[number]) =>
        isHeld && entity.is === 'external' && isResult(type);
      return agreed(
        resolver(),
        told.filter((one) => !isOpen(one)).map(({ entity }) => entity),
      );
    },
    called: (entity, on) => calledOf(resolver(), entity, on),
    valueOf: (entity) => valueOf(resolver(), entity),
  };
}

/** What a call of a function gives, and not of a class, which is named with a capital. */
function isResult(type: string): boolean {
  return /(?:^|\.)[^\p{Lu}.][^.]*\(\)$/u.test(type);
}

/** Where a name is one variable whatever it is given, and no field, whose class says what it is for. */
function isOneVariable({ names }: Resolver, { file, within }: Scope): boolean {
  const of = names.of(file);
  const holder = within === undefined ? undefined : of.file.symbols[within]?.kind;
  return of.rules.functionScoped && (holder === undefined || !typeKinds.has(holder));
}

/** Known only where each of several is. */
function agreedOfAll(resolver: Resolver, entities: readonly Entity[]): Entity {
  const known = entities.filter((entity) => entity !== circular);
  return known.some(({ is }) => is === 'unknown') ? unknown : agreed(resolver, known);
}

/** What is known of several: one and the same, or the type that the others inherit from. */
function agreed(resolver: Resolver, entities: readonly Entity[]): Entity {
  const [first = unknown, ...others] = entities.filter(({ is }) => is !== 'unknown');
  return others.reduce((found, entity) => {
    if (found.is === entity.is && !('at' in found)) return found;
    if (found.is !== 'instance' || entity.is !== 'instance') return unknown;
    if (inherits(resolver, entity.at, found.at)) return found;
    return inherits(resolver, found.at, entity.at) ? entity : unknown;
  }, first);
}

/** Whether a type is another, or inherits from it. */
function inherits(resolver: Resolver, type: Place, from: Place): boolean {
  const wanted = placeKey(from);
  const seen = new Map([[placeKey(type), type]]);
  for (const [key, at] of seen) {
    if (key === wanted) return true;
    for (const base of resolver.basesOf(at).places) seen.set(placeKey(base), base);
  }
  return false;
}

function typeAt(resolver: Resolver, scope: Scope, type: string): Entity {
  if (openTypes.has(type)) return unknown;
  const isBare = !type.includes('.') && !type.endsWith('()');
  if (selfTypes.has(type)) {
    const around = resolver.enclosingType(scope.file, scope.within);
    return around === undefined ? unknown : instanceOf(around);
  }
  const entity = isBare ? resolver.nameAt(scope, type, 'type') : resolver.pathAt(scope, type);
  if (entity === undefined) return notFound(resolver, scope, type);
  if (entity.is !== 'definition') return entity.is === 'module' ? unknown : entity;
  const kind = resolver.names.symbol(entity.at)?.kind;
  return kind !== undefined && typeKinds.has(kind) ? { ...entity, is: 'instance' } : unknown;
}

/** A name bound nowhere is the language's own, where imports are explicit, unless a type parameter may be called so. */
function notFound(resolver: Resolver, { file }: Scope, type: string): Entity {
  const isParameter = /^[A-Z]([A-Z0-9]?|[a-z]*Type)$/.test(type);
  const first = /^[^.(]*/.exec(type)?.[0] ?? '';
  const isOwn = !type.includes('.') && first !== '' && resolver.names.of(file).rules.explicitImports;
  return isOwn && !isParameter ? external : unknown;
}

function calledOf(resolver: Resolver, entity: Entity, on: Entity | undefined): Entity {
  if (entity.is === 'external') return external;
  if (entity.is === 'module') return calledModule(resolver, entity);
  if (entity.is !== 'definition') return unknown;
  const kind = resolver.names.symbol(entity.at)?.kind;
  if (kind === undefined) return unknown;
  if (typeKinds.has(kind)) return instanceOf(entity.at);
  return functionKinds.has(kind) ? resultOf(resolver, entity.at, on) : unknown;
}

/** `require('./app')()`: what a module of JavaScript gives out as a whole may be called. */
function calledModule(resolver: Resolver, { files }: Entity & { readonly is: 'module' }): Entity {
  const [file] = files;
  if (file === undefined || resolver.names.of(file).rules.family !== 'ecmascript') return unknown;
  const whole = resolver.exported(files, 'default', new Set());
  return whole?.is === 'definition' ? resolver.called(whole, undefined) : unknown;
}

function resultOf(resolver: Resolver, at: Place, on: Entity | undefined): Entity {
  const names = resolver.names.of(at.file);
  const type = names.returns.get(at.symbol);
  const self = on && ownerOf(resolver, on);
  // Wherever a type is made by a method called `new`, that is what it gives.
  if (type === undefined) return isMaker(resolver, at) && self !== undefined ? self : unknown;
  if (selfTypes.has(type) && self !== undefined) return self;
  return resolver.typed({ file: at.file, within: at.symbol, inner: undefined }, [type]);
}

/** The value a method is called on: of a type, or what a variable or a property holds. */
function ownerOf(resolver: Resolver, on: Entity): Entity | undefined {
  if (on.is === 'instance' || on.is === 'inherited') return instanceOf(on.at);
  if (on.is !== 'definition') return undefined;
  const kind = resolver.names.symbol(on.at)?.kind;
  if (kind !== undefined && typeKinds.has(kind)) return instanceOf(on.at);
  const value = resolver.valueOf(on);
  return value.is === 'instance' ? value : undefined;
}

function isMaker(resolver: Resolver, at: Place): boolean {
  const { family } = resolver.names.of(at.file).rules;
  return (family === 'rust' || family === 'ruby') && resolver.names.symbol(at)?.name === 'new';
}

function valueOf(resolver: Resolver, entity: Entity): Entity {
  if (entity.is !== 'definition') return entity;
  const { file, symbol } = entity.at;
  const names = resolver.names.of(file);
  const { kind, name, qualifiedName } = names.file.symbols[symbol] ?? {};
  if (kind === undefined || name === undefined) return unknown;
  // A method that is not called may be read as a property.
  // Of a getter and its setter it is the first that tells.
  if (kind === 'method') {
    const all = names.ordinals.get(qualifiedName ?? '') ?? [];
    const told = all.find((ordinal) => names.returns.has(ordinal)) ?? symbol;
    return resultOf(resolver, { file, symbol: told }, undefined);
  }
  const parent = names.parents[symbol];
  const isFileLevel = qualifiedName === name;
  const holder = isFileLevel ? undefined : parent;
  const types = names.fields.get(holder)?.get(name);
  return types === undefined ? unknown : resolver.typed({ file, within: holder, inner: undefined }, types);
}
