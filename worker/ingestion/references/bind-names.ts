/**
 * Collects the names that a file binds, grouped by owner: function locals, fields of types, and names of
 * the file. A file's name is included only if its type is unambiguous.
 */

import { lowerBound } from '../../core/text/lower-bound.ts';
import type { FileUses, TypedName } from '../../core/code/reference.ts';
import type { SyntaxBinding, SyntaxRange, SyntaxTree } from '../../ports/parser.ts';
import { findEnclosingScope, isFunction, isMember, isType } from './symbol-scopes.ts';
import type { SymbolScope } from './symbol-scopes.ts';

export interface BoundNames {
  readonly fields: readonly TypedName[];
  readonly typed: readonly TypedName[];
  readonly locals: FileUses['locals'];
  /**
   * Whether the scope or an enclosing one binds the name. Outside of functions, also whether an anonymous scope
   * may bind it.
   */
  binds(name: string, scope: SymbolScope | undefined): boolean;
  /** The innermost definition that binds the name: the scope itself or an enclosing one. */
  findBinder(name: string, scope: SymbolScope | undefined): SymbolScope | undefined;
  /** Whether any name with this spelling has a type in the file. */
  isTyped(name: string): boolean;
}

export function bindNames(
  { names, definitions, imports }: SyntaxTree,
  scopeAt: (offset: number) => SymbolScope | undefined,
): BoundNames {
  const globals = new Set(
    names.globals.map(({ name, start }) => scopedKey(name, findEnclosingScope(scopeAt(start), isFunction))),
  );
  const localNames = new Map<string, { name: string; scope: SymbolScope }>();
  const variables = createNameTypes(names.functionScoped);
  const fields = new Map<string, TypedName>();
  const definitionStarts = new Set(definitions.map(({ nameStart }) => nameStart));
  const isImported = createRangeTest(imports);
  /**
   * Names bound outside of all definitions that are not definitions themselves: by an anonymous function
   * or a loop.
   */
  const fileLevelNames = new Set<string>();
  /** The latest known type of a name, by scope. */
  const knownTypes = new Map<string, string>();
  const reassignments: (() => void)[] = [];
  for (const binding of names.bindings) {
    const { name, start, member, assigned } = binding;
    const scope = findBindingOwner(binding, scopeAt);
    if ((member && scope === undefined) || isImported(start)) continue;
    const key = scopedKey(name, scope);
    const type = binding.type ?? inferTypeFromSource(binding, { scopeAt, knownTypes });
    if (member) {
      if (type !== undefined) fields.set(`${key} ${type}`, { name, type, within: scope?.ordinal });
      continue;
    }
    if (!assigned && (scope === undefined || !isType(scope))) variables.bind(binding, scope, type);
    const isOuter = globals.has(key);
    if (assigned || isOuter)
      reassignments.push(() => variables.reassign(binding, isOuter ? scope?.parent : scope, type));
    if (assigned || isOuter) continue;
    if (type !== undefined) knownTypes.set(key, type);
    else if (names.functionScoped && !binding.neutral) knownTypes.delete(key);
    if (definitionStarts.has(start) && !binding.own) continue;
    if (scope === undefined) fileLevelNames.add(name);
    else localNames.set(key, { name, scope });
  }
  for (const reassign of reassignments) reassign();
  for (const { name, kind } of definitions) if (!isMember(kind)) fileLevelNames.delete(name);
  const typed = variables.list();
  const typedNames = new Set(typed.map(({ name }) => name));
  return {
    fields: [...fields.values()],
    typed,
    locals: [...localNames.values()]
      .filter(({ scope }) => isFunction(scope))
      .map(({ name, scope }) => ({ name, within: scope.ordinal })),
    binds: (name, scope) =>
      (fileLevelNames.has(name) && findEnclosingScope(scope, isFunction) === undefined) ||
      findEnclosingScope(scope, (outer) => localNames.has(scopedKey(name, outer))) !== undefined,
    findBinder: (name, scope) => findEnclosingScope(scope, (outer) => localNames.has(scopedKey(name, outer))),
    isTyped: (name) => typedNames.has(name),
  };
}

/** Creates a function that tests whether an offset is in one of the ranges. */
export function createRangeTest(imports: readonly SyntaxRange[]): (offset: number) => boolean {
  const ranges = imports.toSorted((a, b) => a.start - b.start);
  return (offset) => {
    const after = lowerBound(ranges.length, (index) => (ranges[index]?.start ?? Infinity) <= offset);
    return (ranges[after - 1]?.end ?? -1) > offset;
  };
}

/**
 * Returns the scope that a binding belongs to: the type of a field, the function of a variable, or the type of
 * a type parameter.
 */
function findBindingOwner(
  { member, start }: SyntaxBinding,
  scopeAt: (offset: number) => SymbolScope | undefined,
): SymbolScope | undefined {
  const scope = scopeAt(start);
  return member
    ? findEnclosingScope(scope, isType)
    : findEnclosingScope(scope, (outer) => isFunction(outer) || isType(outer));
}

/** Returns the type of the name that is assigned to this binding, as known in the enclosing function. */
function inferTypeFromSource(
  { typeSource: source, start }: SyntaxBinding,
  {
    scopeAt,
    knownTypes,
  }: { scopeAt: (offset: number) => SymbolScope | undefined; knownTypes: ReadonlyMap<string, string> },
): string | undefined {
  if (source === undefined) return undefined;
  const outer = findEnclosingScope(scopeAt(start), (scope) => knownTypes.has(scopedKey(source, scope)));
  return knownTypes.get(scopedKey(source, outer));
}

interface NameTypes {
  /** Binds a name in a scope, with its type if known. */
  bind(binding: SyntaxBinding, scope: SymbolScope | undefined, type: string | undefined): void;
  /**
   * Assigns another value to a name of the scope, an enclosing one or the file. Call it after all
   * bindings.
   */
  reassign(binding: SyntaxBinding, scope: SymbolScope | undefined, type: string | undefined): void;
  /** The types of each name in its scope, in the order they were first bound. */
  list(): readonly TypedName[];
}

interface Variable {
  readonly types: Map<string, TypedName>;
  /** Whether the variable may contain a value of another type. */
  isOpen: boolean;
  isDeclared: boolean;
}

/**
 * Tracks the types of variables. Rebinding to an unknown type makes a variable untyped, because only flow
 * analysis could determine its type at one point. In block-scoped languages only assignments do this.
 * @param functionScoped see `SyntaxReferences.functionScoped`.
 */
function createNameTypes(functionScoped: boolean): NameTypes {
  const variables = new Map<string, Variable>();
  return {
    bind({ name, neutral, declared }, scope, type) {
      const key = scopedKey(name, scope);
      const known = variables.get(key);
      const variable = known ?? { types: new Map<string, TypedName>(), isOpen: false, isDeclared: false };
      if (known === undefined) variables.set(key, variable);
      if (type !== undefined) variable.types.set(type, { name, type, within: scope?.ordinal });
      variable.isOpen ||= functionScoped && type === undefined && !neutral;
      variable.isDeclared ||= declared;
    },
    reassign({ name, neutral }, scope, type) {
      const binder = findEnclosingScope(scope, (outer) => variables.has(scopedKey(name, outer)));
      const variable = variables.get(scopedKey(name, binder));
      if (variable === undefined || variable.isDeclared || neutral) return;
      // Linking follows the names, and decides whether types with different names agree.
      if (type !== undefined && functionScoped)
        variable.types.set(type, { name, type, within: binder?.ordinal });
      else if (type === undefined || !isAssumedSameType(variable, name, type)) variable.isOpen = true;
    },
    list: () => [...variables.values()].flatMap(({ types, isOpen }) => (isOpen ? [] : [...types.values()])),
  };
}

/** A value's own method is assumed to return the same type: `query = query.where(…)`. */
function isAssumedSameType({ types }: Variable, name: string, type: string): boolean {
  return types.has(type) || type.startsWith(`${name}.`);
}

/** Builds a unique key for a name in a scope; names contain no spaces. */
function scopedKey(name: string, scope: SymbolScope | undefined): string {
  return `${scope?.ordinal ?? ''} ${name}`;
}
