/**
 * The names a file binds, sorted by whose they are: a function's own, a type's fields, or the file's. A name of the file is
 * only told where its type is plain.
 */

import { lowerBound } from '../core/lower-bound.ts';
import type { FileUses, TypedName } from '../core/reference.ts';
import type { SyntaxBinding, SyntaxRange, SyntaxTree } from '../ports/parser.ts';
import { keyOf, nameTypes } from './name-types.ts';
import { enclosingScope, isFunction, isMember, isType } from './symbol-scopes.ts';
import type { SymbolScope } from './symbol-scopes.ts';

export interface BoundNames {
  readonly fields: readonly TypedName[];
  readonly typed: readonly TypedName[];
  readonly locals: FileUses['locals'];
  /** Whether a definition around a scope, or the scope itself, binds the name; outside of functions, whether one without a name may. */
  holds(name: string, scope: SymbolScope | undefined): boolean;
  /** The innermost definition that binds the name, a scope itself or one around it. */
  holder(name: string, scope: SymbolScope | undefined): SymbolScope | undefined;
  /** Whether a name of that spelling has a type somewhere in the file. */
  isTyped(name: string): boolean;
}

export function bindNames(
  { names, definitions, imports }: SyntaxTree,
  scopeAt: (offset: number) => SymbolScope | undefined,
): BoundNames {
  const globals = new Set(
    names.globals.map(({ name, start }) => keyOf(name, enclosingScope(scopeAt(start), isFunction))),
  );
  const held = new Map<string, { name: string; scope: SymbolScope }>();
  const variables = nameTypes(names.functionScoped);
  const fields = new Map<string, TypedName>();
  const defined = new Set(definitions.map(({ nameStart }) => nameStart));
  const isImported = insideOf(imports);
  /** Bound outside of all definitions and none itself: by a function without a name, or a loop. */
  const loose = new Set<string>();
  /** The last type told of a name so far, by scope. */
  const known = new Map<string, string>();
  const givenAgain: (() => void)[] = [];
  for (const binding of names.bindings) {
    const { name, start, member, assigned } = binding;
    const scope = ownerOf(binding, scopeAt);
    if ((member && scope === undefined) || isImported(start)) continue;
    const key = keyOf(name, scope);
    const type = binding.type ?? givenType(binding, { scopeAt, known });
    if (member) {
      if (type !== undefined) fields.set(`${key} ${type}`, { name, type, within: scope?.ordinal });
      continue;
    }
    if (!assigned && (scope === undefined || !isType(scope))) variables.bind(binding, scope, type);
    const isOuter = globals.has(key);
    if (assigned || isOuter)
      givenAgain.push(() => variables.give(binding, isOuter ? scope?.parent : scope, type));
    if (assigned || isOuter) continue;
    if (type !== undefined) known.set(key, type);
    else if (names.functionScoped && !binding.neutral) known.delete(key);
    if (defined.has(start)) continue;
    if (scope === undefined) loose.add(name);
    else held.set(key, { name, scope });
  }
  for (const give of givenAgain) give();
  for (const { name, kind } of definitions) if (!isMember(kind)) loose.delete(name);
  const typed = variables.all();
  const typedNames = new Set(typed.map(({ name }) => name));
  return {
    fields: [...fields.values()],
    typed,
    locals: [...held.values()]
      .filter(({ scope }) => isFunction(scope))
      .map(({ name, scope }) => ({ name, within: scope.ordinal })),
    holds: (name, scope) =>
      (loose.has(name) && enclosingScope(scope, isFunction) === undefined) ||
      enclosingScope(scope, (around) => held.has(keyOf(name, around))) !== undefined,
    holder: (name, scope) => enclosingScope(scope, (around) => held.has(keyOf(name, around))),
    isTyped: (name) => typedNames.has(name),
  };
}

/** What an import statement binds is told by the import. */
export function insideOf(imports: readonly SyntaxRange[]): (offset: number) => boolean {
  const ranges = imports.toSorted((a, b) => a.start - b.start);
  return (offset) => {
    const after = lowerBound(ranges.length, (index) => (ranges[index]?.start ?? Infinity) <= offset);
    return (ranges[after - 1]?.end ?? -1) > offset;
  };
}

/** The type a field belongs to, the function a variable does, or the type whose parameter a name is. */
function ownerOf(
  { member, start }: SyntaxBinding,
  scopeAt: (offset: number) => SymbolScope | undefined,
): SymbolScope | undefined {
  const scope = scopeAt(start);
  return member
    ? enclosingScope(scope, isType)
    : enclosingScope(scope, (around) => isFunction(around) || isType(around));
}

/** The type of the name it is given, as it is known in the function around. */
function givenType(
  { given, start }: SyntaxBinding,
  {
    scopeAt,
    known,
  }: { scopeAt: (offset: number) => SymbolScope | undefined; known: ReadonlyMap<string, string> },
): string | undefined {
  if (given === undefined) return undefined;
  const around = enclosingScope(scopeAt(start), (scope) => known.has(keyOf(given, scope)));
  return known.get(keyOf(given, around));
}
