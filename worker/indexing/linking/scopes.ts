/**
 * Resolves a bare name from the inside out: names bound in enclosing functions, members of enclosing types if the language
 * allows, the file's definitions, its imports, its package, and wildcard imports.
 */

import { definitionEntity, unknownEntity } from './entity.ts';
import type { Entity, DefinitionPlace } from './entity.ts';
import { createIncludes } from './includes.ts';
import type { Resolver, Scope, ExpectedKind } from './resolver.ts';
import { functionKinds, typeKinds } from './snapshot-names.ts';
import type { FileNames } from './snapshot-names.ts';
import { resolveImportedName, resolveWildcardName, resolveTopLevelName } from './top-level-names.ts';

type Scopes = Pick<
  Resolver,
  'resolveName' | 'resolveNameInFile' | 'findDefinition' | 'findBareDefinition' | 'siblings'
>;

/** Families in which a later definition of a name replaces an earlier one. */
const redefiningFamilies: ReadonlySet<string> = new Set(['python', 'ecmascript']);

type TopNames = Map<string, Entity | undefined>;

export function createScopes(resolver: () => Resolver): Scopes {
  const cached = { type: new Map<number, TopNames>(), value: new Map<number, TopNames>() };
  const siblings = new Map<readonly number[], ReadonlySet<number>>();
  const includes = createIncludes(resolver);

  /** Resolves a top-level name of a file, which is visible everywhere in it. */
  const resolveAtTopLevel = (file: number, name: string, expected: 'type' | 'value'): Entity | undefined => {
    const known = cached[expected].get(file) ?? new Map<string, Entity | undefined>();
    cached[expected].set(file, known);
    if (known.has(name)) return known.get(name);
    const before = resolver().cutoffs();
    const entity = resolveTopLevelName(resolver(), { file, name, expected, includes });
    if (resolver().cutoffs() === before) known.set(name, entity);
    return entity;
  };

  return {
    resolveName: (scope, name, expected) =>
      resolveInsideOut(resolver(), scope, { name, expected }) ??
      resolveAtTopLevel(scope.file, name, expected === 'type' ? expected : 'value'),
    resolveNameInFile(file, name, visited) {
      const own = resolver().findBareDefinition(file, name, 'value');
      if (own !== undefined) return definitionEntity(own);
      const names = resolver().names.forFile(file);
      return (
        resolveImportedName(resolver(), names, { name, visited }) ??
        (names.rules.family === 'c'
          ? includes.find(file, name)
          : resolveWildcardName(resolver(), names, { name, visited }))
      );
    },
    findDefinition(file, qualifiedName, expected) {
      const names = resolver().names.forFile(file);
      const symbol = pickOrdinal(names, names.ordinals.get(qualifiedName), expected);
      return symbol === undefined ? undefined : { file, symbol };
    },
    findBareDefinition(file, qualifiedName, expected) {
      const names = resolver().names.forFile(file);
      const all = names.ordinals.get(qualifiedName)?.filter((ordinal) => hasBareName(names, ordinal));
      const symbol = pickOrdinal(names, all, expected);
      return symbol === undefined ? undefined : { file, symbol };
    },
    siblings(file) {
      const { modules, names } = resolver();
      // Files that see the same names share one list.
      const list = modules.siblings(names.forFile(file).file);
      const known = siblings.get(list) ?? new Set(list);
      siblings.set(list, known);
      return known;
    },
  };
}

/**
 * Picks the definition that the expected kind allows, when a type or field and a value share a name. Of several functions, picks the last
 * one if the language lets it replace the earlier ones, otherwise the first.
 */
function pickOrdinal(
  { file, rules }: FileNames,
  all: readonly number[] | undefined,
  expected: ExpectedKind,
): number | undefined {
  if (all === undefined || all.length < 2) return all?.[0];
  const kindAt = (ordinal: number) => file.symbols[ordinal]?.kind ?? 'variable';
  if (expected === 'type') return all.find((ordinal) => typeKinds.has(kindAt(ordinal))) ?? all[0];
  return (
    (redefiningFamilies.has(rules.family)
      ? all.findLast((ordinal) => functionKinds.has(kindAt(ordinal)))
      : all.find((ordinal) => functionKinds.has(kindAt(ordinal)))) ??
    all.find((ordinal) => kindAt(ordinal) !== 'interface' && kindAt(ordinal) !== 'type') ??
    all[0]
  );
}

/** Whether the definition can be named without a receiver: methods only with implicit `this`. */
function hasBareName({ file, rules }: FileNames, ordinal: number): boolean {
  return rules.hasImplicitThis || file.symbols[ordinal]?.kind !== 'method';
}

/** Resolves a name through the enclosing definitions. */
function resolveInsideOut(
  resolver: Resolver,
  { file, within, inner }: Scope,
  { name, expected }: { readonly name: string; readonly expected: ExpectedKind },
): Entity | undefined {
  const names = resolver.names.forFile(file);
  for (let ancestor = within; ancestor !== undefined; ancestor = names.parents[ancestor]) {
    const symbol = names.file.symbols[ancestor];
    if (symbol === undefined) return undefined;
    if (functionKinds.has(symbol.kind)) {
      const nested = names.parentOrdinals.has(ancestor)
        ? resolver.findBareDefinition(file, `${symbol.qualifiedName}.${name}`, expected)
        : undefined;
      if (nested !== undefined) return definitionEntity(nested);
    } else if (typeKinds.has(symbol.kind)) {
      // Inside a type, its own name refers to its constructor.
      if (name === symbol.name && names.rules.constructors.includes('*'))
        return definitionEntity({ file, symbol: ancestor });
      // In most languages a bare name does not reach members. Python code directly in a class body sees them; its functions do not.
      const seesMembers =
        names.rules.hasImplicitThis || (ancestor === within && names.rules.family === 'python');
      const member = seesMembers ? enclosingMember(resolver, { file, symbol: ancestor }, name) : undefined;
      if (member !== undefined) return member;
    } else if (symbol.kind === 'module') {
      const nested = resolveInModule(resolver, names, `${symbol.qualifiedName}.${name}`, expected);
      if (nested !== undefined) return nested;
    }
    const own = resolveLocalImport(resolver, names, { name, within: ancestor });
    if (own !== undefined) return own;
    const types = inner?.typed.get(ancestor)?.get(name);
    // `let found = found();` calls the outer `found` before it binds the name.
    const refersToOuter = types !== undefined && types[0] === `${name}()`;
    const callsOuter = refersToOuter && expected === 'call';
    if (types !== undefined && !callsOuter)
      return resolver.resolveTypes(
        { file, within: refersToOuter ? names.parents[ancestor] : ancestor, inner },
        types,
      );
    if (callsOuter) continue;
    if (inner?.locals.get(ancestor)?.has(name) === true) return unknownEntity;
    const owner = separateMethodType(resolver, names, ancestor);
    const member = owner && enclosingMember(resolver, owner, name);
    if (member !== undefined) return member;
  }
  return undefined;
}

/** Imports inside a function or module hide outer names. */
function resolveLocalImport(
  resolver: Resolver,
  names: FileNames,
  { name, within }: { readonly name: string; readonly within: number },
): Entity | undefined {
  if (!names.bindings.has(name)) return undefined;
  const lines = names.file.symbols[within];
  return lines && resolveImportedName(resolver, names, { name, visited: new Set(), lines });
}

/** Finds a member of the type or of its bases in the repository. Ignores a member that is external or unknown. */
function enclosingMember(resolver: Resolver, type: DefinitionPlace, name: string): Entity | undefined {
  const member = resolver.findMember({ is: 'instance', at: type }, name);
  return member?.is === 'external' || member?.is === 'unknown' ? undefined : member;
}

/** Finds the type of a method that is defined outside it: `Box` in `void Box::draw() {}`. */
function separateMethodType(
  resolver: Resolver,
  names: FileNames,
  ancestor: number,
): DefinitionPlace | undefined {
  if (!names.rules.hasImplicitThis || names.file.symbols[ancestor]?.kind !== 'method') return undefined;
  const parent = names.parents[ancestor];
  const isNested = parent !== undefined && typeKinds.has(names.file.symbols[parent]?.kind ?? 'module');
  return isNested ? undefined : resolver.enclosingType(names.fileIndex, ancestor);
}

function resolveInModule(
  resolver: Resolver,
  names: FileNames,
  qualifiedName: string,
  expected: ExpectedKind,
): Entity | undefined {
  const own = resolver.findBareDefinition(names.fileIndex, qualifiedName, expected);
  if (own !== undefined) return definitionEntity(own);
  const other =
    names.rules.methodsIn === 'anywhere'
      ? resolver.names.findByQualifiedName(names.rules.family, qualifiedName)[0]
      : undefined;
  return other && definitionEntity(other);
}
