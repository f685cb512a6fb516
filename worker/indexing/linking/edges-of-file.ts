/**
 * The edges of one file: its imports, its types' methods, and each of its references led as far as the files of the snapshot
 * tell. In the order of lines, one of each kind, origin, target and line.
 */

import type { EdgeTarget, EdgeTier, FileEdge } from '../../core/edge.ts';
import type { FileUses, Reference } from '../../core/reference.ts';
import { definitionAt } from './entity.ts';
import type { Entity, Place } from './entity.ts';
import type { Guesses } from './guess.ts';
import { importEdges } from './import-edges.ts';
import { inOrder } from './in-order.ts';
import { innerNames } from './inner-names.ts';
import { baseOf, standsApart } from './members.ts';
import { isGlobal, isOwnMethod } from './own-methods.ts';
import type { Resolver, Scope } from './resolver.ts';
import { functionKinds, typeKinds } from './snapshot-names.ts';
import type { FileNames } from './snapshot-names.ts';

type ReferringKind = FileEdge['kind'];

/** What a reference leads to, most certain first; `to` several where a class is constructed. */
interface Found {
  readonly tier: EdgeTier;
  readonly to: readonly EdgeTarget[];
}

interface Linking {
  readonly resolver: Resolver;
  readonly guesses: Guesses;
  readonly names: FileNames;
  readonly scopeOf: (within: number | undefined) => Scope;
  readonly pathAt: (within: number | undefined, path: string) => Entity | undefined;
}

export function edgesOfFile(
  file: number,
  uses: FileUses,
  { resolver, guesses }: { readonly resolver: Resolver; readonly guesses: Guesses },
): readonly FileEdge[] {
  const names = resolver.names.of(file);
  const inner = innerNames(uses);
  const linking: Linking = {
    resolver,
    guesses,
    names,
    scopeOf: (within) => ({ file, within, inner }),
    pathAt: keepPaths(resolver, { file, within: undefined, inner }),
  };
  const edges = methodEdges(names);
  for (const base of names.file.outline.bases) edges.push(...baseEdges(linking, base));
  for (const reference of uses.references) {
    const found = find(linking, reference);
    if (found === undefined) continue;
    const { line, within: from } = reference;
    for (const to of found.to)
      edges.push({ kind: edgeKindOf[reference.kind], tier: found.tier, line, from, to });
  }
  const used = new Set(
    edges.flatMap(({ tier, to }) => (tier !== 'name-match' && 'path' in to ? [to.path] : [])),
  );
  edges.push(...importEdges(resolver, names, used));
  return inOrder(edges);
}

/** The same path in the same definition means the same on every line. */
function keepPaths(resolver: Resolver, scope: Scope): Linking['pathAt'] {
  const kept = new Map<number | undefined, Map<string, Entity | undefined>>();
  return (within, path) => {
    const known = kept.get(within) ?? new Map<string, Entity | undefined>();
    kept.set(within, known);
    if (known.has(path)) return known.get(path);
    const entity = resolver.pathAt({ ...scope, within }, path);
    known.set(path, entity);
    return entity;
  };
}

const edgeKindOf = {
  call: 'calls',
  extends: 'extends',
  implements: 'implements',
  type: 'uses',
  decorator: 'uses',
  value: 'uses',
  render: 'uses',
} as const satisfies Record<Reference['kind'], ReferringKind>;

/** Type to method, where both are in the file; methods written in other files bear the type in their qualified names. */
function methodEdges({ file, ordinals }: FileNames): FileEdge[] {
  return file.symbols.flatMap(({ kind, name, qualifiedName, nameLine }, symbol): FileEdge[] => {
    if (kind !== 'method' || qualifiedName === name) return [];
    const from = ordinals
      .get(qualifiedName.slice(0, -name.length - 1))
      ?.find((ordinal) => typeKinds.has(file.symbols[ordinal]?.kind ?? 'module'));
    if (from === undefined) return [];
    return [{ kind: 'has-method', tier: 'resolved', line: nameLine, from, to: { path: file.path, symbol } }];
  });
}

function baseEdges({ resolver, names, scopeOf }: Linking, base: Reference): FileEdge[] {
  const { family } = names.rules;
  const isApart = standsApart(family, base);
  const implementer = isApart ? resolver.pathAt(scopeOf(base.within), base.receiver ?? '') : undefined;
  const isOwn = implementer?.is === 'definition' && implementer.at.file === names.place;
  const from = isApart ? (isOwn ? implementer.at.symbol : undefined) : base.within;
  // What a type is based on is named outside it.
  const within = isApart || base.within === undefined ? base.within : names.parents[base.within];
  const found = isApart
    ? resolver.pathAt({ file: names.place, within, inner: undefined }, base.name)
    : baseOf(resolver, { file: names.place, within }, base);
  if (found?.is !== 'definition') return [];
  const isInterface = family === 'csharp' && resolver.names.symbol(found.at)?.kind === 'interface';
  const isImplementing = isInterface && names.file.symbols[from ?? -1]?.kind !== 'interface';
  const kind = isImplementing ? 'implements' : edgeKindOf[base.kind];
  const tier = found.loose === true ? 'import-scoped' : 'resolved';
  return [{ kind, tier, line: base.line, from, to: targetOf(resolver, found.at) }];
}

function find(linking: Linking, reference: Reference): Found | undefined {
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
  { kind, name, within }: Reference,
): Found | undefined {
  if (kind === 'call' && names.rules.superNames.has(name))
    return inheritedConstructor(resolver, names, within);
  const wanted = kind === 'type' || kind === 'call' ? kind : 'value';
  const entity =
    resolver.nameAt(scope, name, wanted) ??
    (kind === 'render' ? byComponentName(resolver, scope, name) : undefined);
  if (entity !== undefined) return led(resolver, { entity, kind, within });
  if (kind !== 'call' || names.rules.explicitImports || isGlobal(names.rules.family, name)) return undefined;
  const guess = guesses.bare(names.place, name);
  return guess && { tier: guess.tier, to: [guess.to] };
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
  if (kind === 'type' || kind === 'render') return undefined;
  // Texts and lists as they are written have the methods of the language.
  if (receiver === '' && isOwnMethod(names.rules.family, name)) return undefined;
  const guess = guesses.member({ file: names.place, within }, name, kind === 'call' || kind === 'decorator');
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

function targetOf({ names }: Resolver, { file, symbol }: Place): EdgeTarget {
  return { path: names.of(file).file.path, symbol };
}
