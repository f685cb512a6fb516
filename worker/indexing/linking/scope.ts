/**
 * What a bare name means at a place, from the inside out: names bound in the functions around hide, members of the types around
 * count where the language says so, then the file's own definitions, its imports, its package, and what wildcards bring.
 */

import { definitionAt, unknown } from './entity.ts';
import type { Entity, Place } from './entity.ts';
import type { LinkableFile } from '../../ports/graph-store.ts';
import { wildcardMember } from './exports.ts';
import { createIncludes } from './includes.ts';
import { isGlobal } from './own-methods.ts';
import type { Resolver, Scope, Visited, Wanted } from './resolver.ts';
import { functionKinds, typeKinds } from './snapshot-names.ts';
import type { FileNames } from './snapshot-names.ts';

type Scopes = Pick<Resolver, 'nameAt' | 'nameInFile' | 'definition' | 'siblings' | 'enclosingType'>;

type TopNames = Map<string, Entity | undefined>;

export function createScopes(resolver: () => Resolver): Scopes {
  const kept = { type: new Map<number, TopNames>(), value: new Map<number, TopNames>() };
  const types = new Map<string, Place | undefined>();
  const siblings = new Map<readonly number[], ReadonlySet<number>>();
  const includes = createIncludes(resolver);

  /** A name at the top of a file, seen from anywhere in it. */
  const atTop = (file: number, name: string, wanted: 'type' | 'value'): Entity | undefined => {
    const known = kept[wanted].get(file) ?? new Map<string, Entity | undefined>();
    kept[wanted].set(file, known);
    if (known.has(name)) return known.get(name);
    const before = resolver().cuts();
    const entity = findAtTop(resolver(), { file, name, wanted, includes });
    if (resolver().cuts() === before) known.set(name, entity);
    return entity;
  };

  return {
    nameAt: (scope, name, wanted) =>
      insideOut(resolver(), scope, { name, wanted }) ??
      atTop(scope.file, name, wanted === 'type' ? wanted : 'value'),
    nameInFile(file, name, visited) {
      const own = resolver().definition(file, name, 'value');
      if (own !== undefined) return definitionAt(own);
      const names = resolver().names.of(file);
      return (
        bound(resolver(), names, { name, visited }) ??
        (names.rules.family === 'c'
          ? includes.find(file, name)
          : broughtIn(resolver(), names, { name, visited }))
      );
    },
    definition(file, qualifiedName, wanted) {
      const { names } = resolver();
      const symbol = pick(names.of(file), qualifiedName, wanted);
      return symbol === undefined ? undefined : { file, symbol };
    },
    siblings(file) {
      const { modules, names } = resolver();
      // Files that see the same share one list.
      const list = modules.siblings(names.of(file).file);
      const known = siblings.get(list) ?? new Set(list);
      siblings.set(list, known);
      return known;
    },
    enclosingType(file, symbol) {
      const key = `${file} ${symbol}`;
      if (types.has(key)) return types.get(key);
      const before = resolver().cuts();
      const type = typeAround(resolver(), file, symbol);
      if (resolver().cuts() === before) types.set(key, type);
      return type;
    },
  };
}

/** The first of that name, or the first that can be meant where there are several: overloads, a type or field beside a value. */
function pick({ ordinals, file }: FileNames, qualifiedName: string, wanted: Wanted): number | undefined {
  const all = ordinals.get(qualifiedName);
  if (all === undefined || all.length < 2) return all?.[0];
  const kindOf = (ordinal: number) => file.symbols[ordinal]?.kind ?? 'variable';
  if (wanted === 'type') return all.find((ordinal) => typeKinds.has(kindOf(ordinal))) ?? all[0];
  return (
    all.find((ordinal) => functionKinds.has(kindOf(ordinal))) ??
    all.find((ordinal) => kindOf(ordinal) !== 'interface' && kindOf(ordinal) !== 'type') ??
    all[0]
  );
}

/** Through the definitions around the place. */
function insideOut(
  resolver: Resolver,
  { file, within, inner }: Scope,
  { name, wanted }: { readonly name: string; readonly wanted: Wanted },
): Entity | undefined {
  const names = resolver.names.of(file);
  for (let around = within; around !== undefined; around = names.parents[around]) {
    const symbol = names.file.symbols[around];
    if (symbol === undefined) return undefined;
    if (functionKinds.has(symbol.kind)) {
      const nested = names.holders.has(around)
        ? resolver.definition(file, `${symbol.qualifiedName}.${name}`, wanted)
        : undefined;
      if (nested !== undefined) return definitionAt(nested);
    } else if (typeKinds.has(symbol.kind)) {
      // What stands in the body of a class itself sees its names; the functions in it do not, in most languages.
      // The name of a type among its members is that of its constructor.
      if (name === symbol.name && names.rules.constructors.includes('*'))
        return definitionAt({ file, symbol: around });
      const isOpen = names.rules.implicitThis || (around === within && names.rules.family === 'python');
      const member = isOpen ? memberAround(resolver, { file, symbol: around }, name) : undefined;
      if (member !== undefined) return member;
    } else if (symbol.kind === 'module') {
      const nested = inModule(resolver, names, `${symbol.qualifiedName}.${name}`, wanted);
      if (nested !== undefined) return nested;
    }
    const type = inner?.typed.get(around)?.get(name);
    // `let found = found();` binds the name after calling what is called the same outside.
    const isFromOutside = type !== undefined && type === `${name}()`;
    const outside = isFromOutside && wanted === 'call';
    if (type !== undefined && !outside)
      return resolver.typed({ file, within: isFromOutside ? names.parents[around] : around, inner }, type);
    if (outside) continue;
    if (inner?.locals.get(around)?.has(name) === true) return unknown;
    const elsewhere = typeElsewhere(resolver, names, around);
    const member = elsewhere && memberAround(resolver, elsewhere, name);
    if (member !== undefined) return member;
  }
  return undefined;
}

/** A member, if the type or what it inherits has it here; one that may be inherited from outside is not taken for it. */
function memberAround(resolver: Resolver, type: Place, name: string): Entity | undefined {
  const member = resolver.member({ is: 'instance', at: type }, name);
  return member?.is === 'external' || member?.is === 'unknown' ? undefined : member;
}

/** The type whose method is defined apart from it: `Box` of `void Box::draw() {}`. */
function typeElsewhere(resolver: Resolver, names: FileNames, around: number): Place | undefined {
  if (!names.rules.implicitThis || names.file.symbols[around]?.kind !== 'method') return undefined;
  const parent = names.parents[around];
  const isNested = parent !== undefined && typeKinds.has(names.file.symbols[parent]?.kind ?? 'module');
  return isNested ? undefined : resolver.enclosingType(names.place, around);
}

function inModule(
  resolver: Resolver,
  names: FileNames,
  qualifiedName: string,
  wanted: Wanted,
): Entity | undefined {
  const own = resolver.definition(names.place, qualifiedName, wanted);
  if (own !== undefined) return definitionAt(own);
  const elsewhere =
    names.rules.methodsIn === 'anywhere'
      ? resolver.names.qualified(names.rules.family, qualifiedName)[0]
      : undefined;
  return elsewhere && definitionAt(elsewhere);
}

interface AskedAtTop {
  readonly file: number;
  readonly name: string;
  readonly wanted: Wanted;
  readonly includes: ReturnType<typeof createIncludes>;
}

function findAtTop(resolver: Resolver, { file, name, wanted, includes }: AskedAtTop): Entity | undefined {
  const names = resolver.names.of(file);
  const { family } = names.rules;
  const own = resolver.definition(file, name, wanted);
  if (own !== undefined) return family === 'c' ? includes.settled(own) : definitionAt(own);
  const visited: Visited = new Set();
  const imported = bound(resolver, names, { name, visited });
  if (imported !== undefined) return imported;
  const beside = besideIt(resolver, file, { name, wanted });
  if (beside !== undefined) return definitionAt(beside);
  if (family === 'c') return includes.find(file, name);
  const brought = broughtIn(resolver, names, { name, visited: new Set() });
  if (brought !== undefined) return brought;
  // A variable at the top that is no definition: of a loop, a `with`.
  const type = names.fields.get(undefined)?.get(name);
  if (type !== undefined) return resolver.typed({ file, within: undefined, inner: undefined }, type);
  return known(resolver, names, name);
}

/** Among the files of its package. Most names are defined in few files: those are asked whether they belong to it. */
function besideIt(
  resolver: Resolver,
  file: number,
  { name, wanted }: { readonly name: string; readonly wanted: Wanted },
): Place | undefined {
  const { names } = resolver;
  const candidates = names.named(names.of(file).rules.family, name);
  if (candidates.length === 0) return undefined;
  const siblings = resolver.siblings(file);
  const found = candidates.filter(
    (place) => siblings.has(place.file) && names.symbol(place)?.qualifiedName === name,
  );
  const isType = (place: Place) => typeKinds.has(names.symbol(place)?.kind ?? 'module');
  return (wanted === 'type' ? found.find(isType) : undefined) ?? found[0];
}

/** What an import statement binds the name to: the first of several that leads into the repository. */
function bound(
  resolver: Resolver,
  names: FileNames,
  { name, visited }: { readonly name: string; readonly visited: Visited },
): Entity | undefined {
  let found: Entity | undefined;
  for (const { from, name: binding } of names.bindings.get(name) ?? []) {
    const entity =
      resolver.imported(
        names.place,
        { module: from.module, imported: binding.imported, line: from.line },
        visited,
      ) ?? unknown;
    if (entity.is !== 'external' && entity.is !== 'unknown') return entity;
    found = found?.is === 'external' ? found : entity;
  }
  return found;
}

/** Through wildcard imports. One whose module cannot be seen may bring the same name: what is found is then less sure. */
function broughtIn(
  resolver: Resolver,
  names: FileNames,
  { name, visited }: { readonly name: string; readonly visited: Visited },
): Entity | undefined {
  if (names.wildcards.length === 0 || resolver.names.named(names.rules.family, name).length === 0)
    return undefined;
  let found: Entity | undefined;
  let isSure = true;
  for (const from of names.wildcards) {
    const resolved = resolver.modules.resolve(names.file, from.module, from.line);
    if (resolved === undefined || 'external' in resolved) isSure &&= !hidesNames(names);
    else if (isGivenOut(resolver, resolved.files, name))
      found ??= wildcardMember(resolver, names, { from, name, visited });
  }
  if (isSure || (found?.is !== 'definition' && found?.is !== 'instance')) return found;
  return { ...found, loose: true };
}

/** A later wildcard brings its names over those of an earlier one; elsewhere two of one name are an error. */
function hidesNames({ rules }: FileNames): boolean {
  return rules.family === 'python';
}

/** `from m import *` of Python brings what `__all__` lists, else what does not begin with an underscore. */
function isGivenOut(resolver: Resolver, files: readonly number[], name: string): boolean {
  const [file] = files;
  const names = file === undefined ? undefined : resolver.names.of(file);
  if (names?.rules.family !== 'python') return true;
  return names.file.outline.listed?.includes(name) ?? !name.startsWith('_');
}

/** Names that a language knows without any import: constants of Ruby, macros of a Rust crate. */
function known(resolver: Resolver, { rules, file }: FileNames, name: string): Entity | undefined {
  const { names, modules } = resolver;
  const candidates = names
    .named(rules.family, name)
    .filter((place) => names.symbol(place)?.qualifiedName === name);
  if (candidates.length === 0) return undefined;
  if (rules.family === 'ruby' && /^\p{Lu}/u.test(name)) return loosely(candidates[0]);
  if (rules.family !== 'rust' || isGlobal('rust', `${name}!`)) return undefined;
  const crateOf = (of: LinkableFile) => {
    const root = modules.resolve(of, 'crate', 1);
    return root !== undefined && 'files' in root ? root.files[0] : undefined;
  };
  const crate = crateOf(file);
  const [first, second] = candidates.filter(
    (place) => names.symbol(place)?.kind === 'macro' && crateOf(names.of(place.file).file) === crate,
  );
  return second === undefined ? loosely(first) : undefined;
}

function loosely(at: Place | undefined): Entity | undefined {
  return at && { is: 'definition', at, loose: true };
}

/** By nesting, else by the name a method bears: `Context` of `Context.Next`. */
function typeAround(resolver: Resolver, file: number, symbol: number | undefined): Place | undefined {
  const names = resolver.names.of(file);
  for (let around = symbol; around !== undefined; around = names.parents[around]) {
    const { kind, qualifiedName, name } = names.file.symbols[around] ?? {};
    if (kind !== undefined && typeKinds.has(kind)) return { file, symbol: around };
    if (kind !== 'method' || qualifiedName === undefined || name === undefined) continue;
    const container = qualifiedName.slice(0, -name.length - 1);
    if (container === '') continue;
    const parent = names.parents[around];
    if (parent !== undefined && names.file.symbols[parent]?.qualifiedName === container) continue;
    return containerType(resolver, { file, container, parent });
  }
  return undefined;
}

function containerType(
  resolver: Resolver,
  {
    file,
    container,
    parent,
  }: { readonly file: number; readonly container: string; readonly parent: number | undefined },
): Place | undefined {
  const own = resolver.definition(file, container, 'type');
  if (own !== undefined) return own;
  const entity = resolver.guarded(`container ${file} ${container}`, undefined, () => {
    const [first = '', ...rest] = container.split('.');
    let found = resolver.nameAt({ file, within: parent, inner: undefined }, first, 'type');
    for (const name of rest) found = found && resolver.member(found, name);
    return found;
  });
  return entity?.is === 'definition' ? entity.at : undefined;
}
