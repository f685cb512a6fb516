/** Resolves a reference by the rules of the language. If they do not determine a definition, guesses one by name or returns nothing. */

import type { EdgeTarget, EdgeTier } from '../../core/code/edge.ts';
import type { Reference } from '../../core/code/reference.ts';
import { definitionEntity } from './entity.ts';
import type { Entity, DefinitionPlace } from './entity.ts';
import type { Guesses } from './guess.ts';
import { isBuiltinGlobal, isBuiltinMethod } from './language-builtins.ts';
import type { Resolver, Scope } from './resolver.ts';
import { functionKinds, typeKinds } from './snapshot-names.ts';
import type { FileNames } from './snapshot-names.ts';
import { resolveImportedName } from './top-level-names.ts';

/** The targets of a reference, most certain first; several when a class is constructed. */
interface ResolvedReference {
  readonly tier: EdgeTier;
  readonly to: readonly EdgeTarget[];
}

export interface Linking {
  readonly resolver: Resolver;
  readonly guesses: Guesses;
  readonly names: FileNames;
  readonly scopeAt: (within: number | undefined) => Scope;
  readonly resolvePath: (within: number | undefined, path: string) => Entity | undefined;
}

export function resolveReference(linking: Linking, reference: Reference): ResolvedReference | undefined {
  const { names, scopeAt, resolvePath } = linking;
  // A decorator is evaluated in the scope that encloses the decorated definition.
  const at =
    reference.kind === 'decorator' && reference.within !== undefined
      ? names.parents[reference.within]
      : reference.within;
  return reference.receiver === undefined
    ? resolveBareName(linking, scopeAt(at), reference)
    : resolveMemberReference(linking, reference, resolvePath(at, reference.receiver));
}

function resolveBareName(
  { resolver, guesses, names }: Linking,
  scope: Scope,
  { kind, name, within, means }: Reference,
): ResolvedReference | undefined {
  if (kind === 'call' && names.rules.superNames.has(name))
    return inheritedConstructor(resolver, names, within);
  const expected = kind === 'type' || kind === 'call' ? kind : 'value';
  const entity =
    (means === undefined
      ? resolver.resolveName(scope, name, expected)
      : resolveMarkedName(resolver, names, { name, means })) ??
    (kind === 'render' ? resolveComponentName(resolver, scope, name) : undefined);
  if (entity !== undefined) return toResolved(resolver, { entity, kind, within });
  if (kind !== 'call' || names.rules.hasExplicitImports || isBuiltinGlobal(names.rules.family, name))
    return undefined;
  const guess = guesses.bareName(names.fileIndex, name);
  return guess && { tier: guess.tier, to: [guess.to] };
}

/** Resolves a name that the parser bound already: `means` is the ordinal of a definition in the file, or negative if only an import can bind it. */
function resolveMarkedName(
  resolver: Resolver,
  names: FileNames,
  { name, means }: { readonly name: string; readonly means: number },
): Entity | undefined {
  return means >= 0
    ? definitionEntity({ file: names.fileIndex, symbol: means })
    : resolveImportedName(resolver, names, { name, visited: new Set() });
}

/** `<user-card>` in Vue is `UserCard`. */
function resolveComponentName(resolver: Resolver, scope: Scope, name: string): Entity | undefined {
  const component = name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  return component === name ? undefined : resolver.resolveName(scope, component, 'value');
}

function resolveMemberReference(
  { resolver, guesses, names }: Linking,
  { kind, name, receiver = '', within }: Reference,
  receiverEntity: Entity | undefined,
): ResolvedReference | undefined {
  if (receiverEntity?.is === 'external') return undefined;
  const entity = receiverEntity && resolver.findMember(receiverEntity, name);
  if (entity?.is === 'external') return undefined;
  if (entity !== undefined && entity.is !== 'unknown') return toResolved(resolver, { entity, kind, within });
  if (receiverEntity?.is === 'definition' && name === 'new' && names.rules.family === 'ruby')
    return toResolved(resolver, { entity: receiverEntity, kind, within });
  // All members of a module are known, so a missing one does not exist.
  if (receiverEntity?.is === 'module') return undefined;
  const first = /^[^.(]*/.exec(receiver)?.[0] ?? '';
  if (receiverEntity === undefined && isBuiltinGlobal(names.rules.family, first)) return undefined;
  // The receiver is a literal, such as a string or a list, with the methods of the language.
  if (receiver === '' && isBuiltinMethod(names.rules.family, name)) return undefined;
  if (kind !== 'call' && kind !== 'decorator') return undefined;
  const guess = guesses.member({ file: names.fileIndex, within }, { name, receiver, receiverEntity });
  return guess && { tier: guess.tier, to: [guess.to] };
}

interface ReferenceTarget {
  readonly entity: Entity;
  readonly kind: Reference['kind'];
  readonly within: number | undefined;
}

function toResolved(
  resolver: Resolver,
  { entity, kind, within }: ReferenceTarget,
): ResolvedReference | undefined {
  if (entity.is === 'module') {
    const [file] = entity.files;
    if (file === undefined) return undefined;
    if (kind === 'call') return resolveModuleCall(resolver, entity.files, within);
    if (kind !== 'render' && kind !== 'value') return undefined;
    return { tier: 'resolved', to: [{ path: resolver.names.forFile(file).file.path, symbol: undefined }] };
  }
  if (entity.is !== 'definition') return undefined;
  const tier = entity.loose === true ? 'import-scoped' : 'resolved';
  const at = pickOverload(resolver, entity.at, within);
  const isConstructed = kind === 'call' && typeKinds.has(resolver.names.symbol(at)?.kind ?? 'module');
  const constructor = isConstructed ? findConstructor(resolver, at) : undefined;
  const to = constructor === undefined ? [at] : [at, constructor];
  return { tier, to: to.map((place) => toTarget(resolver, place)) };
}

/** Resolves a call of a module: `const make = require('./make'); make()`. */
function resolveModuleCall(
  resolver: Resolver,
  files: readonly number[],
  within: number | undefined,
): ResolvedReference | undefined {
  const isScript = files.every((file) => resolver.names.forFile(file).rules.family === 'ecmascript');
  const whole = isScript ? resolver.findExport(files, 'default', new Set()) : undefined;
  return whole?.is === 'definition'
    ? toResolved(resolver, { entity: whole, kind: 'call', within })
    : undefined;
}

/** If a file defines the name several times, a recursive call refers to the enclosing overload. */
function pickOverload(resolver: Resolver, at: DefinitionPlace, within: number | undefined): DefinitionPlace {
  const { file, parents, ordinals } = resolver.names.forFile(at.file);
  const same = ordinals.get(file.symbols[at.symbol]?.qualifiedName ?? '') ?? [];
  if (same.length < 2) return at;
  for (let ancestor = within; ancestor !== undefined; ancestor = parents[ancestor])
    if (same.includes(ancestor)) return { file: at.file, symbol: ancestor };
  return at;
}

/** Finds the type's own or inherited constructor, if the repository defines it. */
function findConstructor(resolver: Resolver, type: DefinitionPlace): DefinitionPlace | undefined {
  const { rules, file } = resolver.names.forFile(type.file);
  const typeName = file.symbols[type.symbol]?.name ?? '';
  for (const name of rules.constructors) {
    const found = resolver.findMember(definitionEntity(type), name === '*' ? typeName : name);
    if (found?.is !== 'definition') continue;
    if (functionKinds.has(resolver.names.symbol(found.at)?.kind ?? 'variable')) return found.at;
  }
  return undefined;
}

/** `super(…)` calls the base type's constructor or, in Ruby, its method with the same name. */
function inheritedConstructor(
  resolver: Resolver,
  { fileIndex, rules, file }: FileNames,
  within: number | undefined,
): ResolvedReference | undefined {
  const type = resolver.enclosingType(fileIndex, within);
  if (type === undefined) return undefined;
  const own = rules.family === 'ruby' ? file.symbols[within ?? -1]?.name : undefined;
  for (const base of resolver.basesOf(type).places) {
    const inherited = own === undefined ? undefined : resolver.findMember(definitionEntity(base), own);
    const at =
      own === undefined
        ? findConstructor(resolver, base)
        : inherited?.is === 'definition'
          ? inherited.at
          : undefined;
    if (at !== undefined) return { tier: 'resolved', to: [toTarget(resolver, at)] };
  }
  return undefined;
}

export function toTarget({ names }: Resolver, { file, symbol }: DefinitionPlace): EdgeTarget {
  return { path: names.forFile(file).file.path, symbol };
}
