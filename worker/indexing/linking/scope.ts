/**
 * What a bare name means at a place, from the inside out: names bound in the functions around hide, members of the types around
 * count where the language says so, then the file's own definitions, its imports, its package, and what wildcards bring.
 */

import { definitionAt, unknown } from './entity.ts';
import type { Entity, Place } from './entity.ts';
import { createIncludes } from './includes.ts';
import type { Resolver, Scope, Wanted } from './resolver.ts';
import { functionKinds, typeKinds } from './snapshot-names.ts';
import type { FileNames } from './snapshot-names.ts';
import { bound, broughtIn, findAtTop } from './top-names.ts';

type Scopes = Pick<Resolver, 'nameAt' | 'nameInFile' | 'definition' | 'bareDefinition' | 'siblings'>;

/** Families whose later definition of a name takes the place of the earlier. */
const redefines: ReadonlySet<string> = new Set(['python', 'ecmascript']);

type TopNames = Map<string, Entity | undefined>;

export function createScopes(resolver: () => Resolver): Scopes {
  const kept = { type: new Map<number, TopNames>(), value: new Map<number, TopNames>() };
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
      const own = resolver().bareDefinition(file, name, 'value');
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
      const of = resolver().names.of(file);
      const symbol = pick(of, of.ordinals.get(qualifiedName), wanted);
      return symbol === undefined ? undefined : { file, symbol };
    },
    bareDefinition(file, qualifiedName, wanted) {
      const of = resolver().names.of(file);
      const all = of.ordinals.get(qualifiedName)?.filter((ordinal) => isNamedBare(of, ordinal));
      const symbol = pick(of, all, wanted);
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
  };
}

/**
 * The one of that name, or the one that can be meant where there are several: a type or field beside a value. Of overloads, or a
 * function defined anew, it is the last, which has the body.
 */
function pick(
  { file, rules }: FileNames,
  all: readonly number[] | undefined,
  wanted: Wanted,
): number | undefined {
  if (all === undefined || all.length < 2) return all?.[0];
  const kindOf = (ordinal: number) => file.symbols[ordinal]?.kind ?? 'variable';
  if (wanted === 'type') return all.find((ordinal) => typeKinds.has(kindOf(ordinal))) ?? all[0];
  return (
    (redefines.has(rules.family)
      ? all.findLast((ordinal) => functionKinds.has(kindOf(ordinal)))
      : all.find((ordinal) => functionKinds.has(kindOf(ordinal)))) ??
    all.find((ordinal) => kindOf(ordinal) !== 'interface' && kindOf(ordinal) !== 'type') ??
    all[0]
  );
}

/** Not a method, unless the type around lends its members: the value of `{ run() {} }` may have no name at all. */
function isNamedBare({ file, rules }: FileNames, ordinal: number): boolean {
  return rules.implicitThis || file.symbols[ordinal]?.kind !== 'method';
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
        ? resolver.bareDefinition(file, `${symbol.qualifiedName}.${name}`, wanted)
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
    const own = importedWithin(resolver, names, { name, within: around });
    if (own !== undefined) return own;
    const types = inner?.typed.get(around)?.get(name);
    // `let found = found();` binds the name after calling what is called the same outside.
    const isFromOutside = types !== undefined && types[0] === `${name}()`;
    const outside = isFromOutside && wanted === 'call';
    if (types !== undefined && !outside)
      return resolver.typed({ file, within: isFromOutside ? names.parents[around] : around, inner }, types);
    if (outside) continue;
    if (inner?.locals.get(around)?.has(name) === true) return unknown;
    const elsewhere = typeElsewhere(resolver, names, around);
    const member = elsewhere && memberAround(resolver, elsewhere, name);
    if (member !== undefined) return member;
  }
  return undefined;
}

/** What a function or a module imports for itself hides what lies outside. */
function importedWithin(
  resolver: Resolver,
  names: FileNames,
  { name, within }: { readonly name: string; readonly within: number },
): Entity | undefined {
  if (!names.bindings.has(name)) return undefined;
  const lines = names.file.symbols[within];
  return lines && bound(resolver, names, { name, visited: new Set(), lines });
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
  const own = resolver.bareDefinition(names.place, qualifiedName, wanted);
  if (own !== undefined) return definitionAt(own);
  const elsewhere =
    names.rules.methodsIn === 'anywhere'
      ? resolver.names.qualified(names.rules.family, qualifiedName)[0]
      : undefined;
  return elsewhere && definitionAt(elsewhere);
}
