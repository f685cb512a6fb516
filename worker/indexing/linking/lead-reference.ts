/** Where a reference leads: to a definition by the rules of the language, to one by its name, to several possible ones, or nowhere. */

import type { EdgeTarget, EdgeTier } from '../../core/edge.ts';
import type { Reference } from '../../core/reference.ts';
import { definitionAt } from './entity.ts';
import type { Entity, Place } from './entity.ts';
import type { Guesses } from './guess.ts';
import { isGlobal, isOwnMethod } from './own-methods.ts';
import type { Resolver, Scope } from './resolver.ts';
import { functionKinds, typeKinds } from './snapshot-names.ts';
import type { FileNames } from './snapshot-names.ts';
import { bound } from './top-names.ts';

/** What a reference leads to, most certain first; `to` several where a class is constructed. */
export interface Found {
  readonly tier: EdgeTier;
  readonly to: readonly EdgeTarget[];
}

export interface Linking {
  readonly resolver: Resolver;
  readonly guesses: Guesses;
  readonly names: FileNames;
  readonly scopeOf: (within: number | undefined) => Scope;
  readonly pathAt: (within: number | undefined, path: string) => Entity | undefined;
}

export function leadReference(linking: Linking, reference: Reference): Found | undefined {
  const { names, scopeOf, pathAt } = linking;
  // A decorator runs where the definition stands that it is put on.
  const at =
    reference.kind === 'decorator' && reference.within !== undefined
      ? names.parents[reference.within]
      : reference.within;
  return reference.receiver === undefined
    ? findBare(linking, scopeOf(at), reference)
    : findMember(linking, reference, pathAt(at, reference.receiver));
}

function findBare(
  { resolver, guesses, names }: Linking,
  scope: Scope,
  { kind, name, within, means }: Reference,
): Found | undefined {
  if (kind === 'call' && names.rules.superNames.has(name))
    return inheritedConstructor(resolver, names, within);
  const wanted = kind === 'type' || kind === 'call' ? kind : 'value';
  const entity =
    (means === undefined
      ? resolver.nameAt(scope, name, wanted)
      : asMeant(resolver, names, { name, means })) ??
    (kind === 'render' ? byComponentName(resolver, scope, name) : undefined);
  if (entity !== undefined) return led(resolver, { entity, kind, within });
  if (kind !== 'call' || names.rules.explicitImports || isGlobal(names.rules.family, name)) return undefined;
  const guess = guesses.bare(names.place, name);
  return guess && { tier: guess.tier, to: [guess.to] };
}

/** Scopes without a name have told which definition of the file it is, or that only an import can bring it. */
function asMeant(
  resolver: Resolver,
  names: FileNames,
  { name, means }: { readonly name: string; readonly means: number },
): Entity | undefined {
  return means >= 0
    ? definitionAt({ file: names.place, symbol: means })
    : bound(resolver, names, { name, visited: new Set() });
}

/** `<user-card>` of Vue is `UserCard`. */
function byComponentName(resolver: Resolver, scope: Scope, name: string): Entity | undefined {
  const component = name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  return component === name ? undefined : resolver.nameAt(scope, component, 'value');
}

function findMember(
  { resolver, guesses, names }: Linking,
  { kind, name, receiver = '', within }: Reference,
  on: Entity | undefined,
): Found | undefined {
  if (on?.is === 'external') return undefined;
  const entity = on && resolver.member(on, name);
  if (entity?.is === 'external') return undefined;
  if (entity !== undefined && entity.is !== 'unknown')
    return led(resolver, { entity, kind, within, through: on });
  if (on?.is === 'definition' && name === 'new' && names.rules.family === 'ruby')
    return led(resolver, { entity: on, kind, within });
  // A module is wholly known: what it does not hold is not there. So is a type, but for what stands in others around it.
  if (on?.is === 'module') return undefined;
  const first = /^[^.(]*/.exec(receiver)?.[0] ?? '';
  if (on === undefined && isGlobal(names.rules.family, first)) return undefined;
  // Texts and lists as they are written have the methods of the language.
  if (receiver === '' && isOwnMethod(names.rules.family, name)) return undefined;
  if (kind !== 'call' && kind !== 'decorator') return undefined;
  const guess = guesses.member({ file: names.place, within }, { name, receiver, on });
  return guess && { tier: guess.tier, to: [guess.to] };
}

interface Led {
  readonly entity: Entity;
  readonly kind: Reference['kind'];
  readonly within: number | undefined;
  readonly through?: Entity | undefined;
}

function led(resolver: Resolver, { entity, kind, within }: Led): Found | undefined {
  if (entity.is === 'module') {
    const [file] = entity.files;
    if (file === undefined) return undefined;
    if (kind === 'call') return calledModule(resolver, entity.files, within);
    if (kind !== 'render' && kind !== 'value') return undefined;
    return { tier: 'resolved', to: [{ path: resolver.names.of(file).file.path, symbol: undefined }] };
  }
  if (entity.is !== 'definition') return undefined;
  const tier = entity.loose === true ? 'import-scoped' : 'resolved';
  const at = ownOverload(resolver, entity.at, within);
  const isConstructed = kind === 'call' && typeKinds.has(resolver.names.symbol(at)?.kind ?? 'module');
  const constructor = isConstructed ? constructorOf(resolver, at) : undefined;
  const to = constructor === undefined ? [at] : [at, constructor];
  return { tier, to: to.map((place) => targetOf(resolver, place)) };
}

/** `const make = require('./make'); make()`: what the module gives out as a whole. */
function calledModule(
  resolver: Resolver,
  files: readonly number[],
  within: number | undefined,
): Found | undefined {
  const isScript = files.every((file) => resolver.names.of(file).rules.family === 'ecmascript');
  const whole = isScript ? resolver.exported(files, 'default', new Set()) : undefined;
  return whole?.is === 'definition' ? led(resolver, { entity: whole, kind: 'call', within }) : undefined;
}

/** The one a call of its own name stands in, where a file defines the name several times. */
function ownOverload(resolver: Resolver, at: Place, within: number | undefined): Place {
  const { file, parents, ordinals } = resolver.names.of(at.file);
  const same = ordinals.get(file.symbols[at.symbol]?.qualifiedName ?? '') ?? [];
  if (same.length < 2) return at;
  for (let around = within; around !== undefined; around = parents[around])
    if (same.includes(around)) return { file: at.file, symbol: around };
  return at;
}

/** Its own or an inherited one, where the repository has it. */
function constructorOf(resolver: Resolver, type: Place): Place | undefined {
  const { rules, file } = resolver.names.of(type.file);
  const typeName = file.symbols[type.symbol]?.name ?? '';
  for (const name of rules.constructors) {
    const found = resolver.member(definitionAt(type), name === '*' ? typeName : name);
    if (found?.is !== 'definition') continue;
    if (functionKinds.has(resolver.names.symbol(found.at)?.kind ?? 'variable')) return found.at;
  }
  return undefined;
}

/** `super(…)` runs the constructor of what the type inherits from; in Ruby, the method of the same name. */
function inheritedConstructor(
  resolver: Resolver,
  { place, rules, file }: FileNames,
  within: number | undefined,
): Found | undefined {
  const type = resolver.enclosingType(place, within);
  if (type === undefined) return undefined;
  const own = rules.family === 'ruby' ? file.symbols[within ?? -1]?.name : undefined;
  for (const base of resolver.basesOf(type).places) {
    const inherited = own === undefined ? undefined : resolver.member(definitionAt(base), own);
    const at =
      own === undefined
        ? constructorOf(resolver, base)
        : inherited?.is === 'definition'
          ? inherited.at
          : undefined;
    if (at !== undefined) return { tier: 'resolved', to: [targetOf(resolver, at)] };
  }
  return undefined;
}

export function targetOf({ names }: Resolver, { file, symbol }: Place): EdgeTarget {
  return { path: names.of(file).file.path, symbol };
}
