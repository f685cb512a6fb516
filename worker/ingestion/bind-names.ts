/**
 * The names a file binds, sorted by whose they are: a function's own, a type's fields, or the file's. A name of the file is
 * only told where its type is plain.
 */

import type { FileUses, TypedName } from '../core/reference.ts';
import type { SyntaxBinding, SyntaxTree } from '../ports/parser.ts';
import { enclosingScope, isFunction, isType } from './symbol-scopes.ts';
import type { SymbolScope } from './symbol-scopes.ts';

export interface BoundNames {
  readonly fields: readonly TypedName[];
  readonly typed: readonly TypedName[];
  readonly locals: FileUses['locals'];
  /** Whether a definition around a scope, or the scope itself, binds the name. */
  holds(name: string, scope: SymbolScope | undefined): boolean;
  /** Whether a name of that spelling has a type somewhere in the file. */
  isTyped(name: string): boolean;
}

export function bindNames(
  { names, definitions }: SyntaxTree,
  scopeAt: (offset: number) => SymbolScope | undefined,
): BoundNames {
  const globals = new Set(
    names.globals.map(({ name, start }) => keyOf(name, enclosingScope(scopeAt(start), isFunction))),
  );
  const held = new Map<string, { name: string; scope: SymbolScope }>();
  const typed = new Map<string, TypedName>();
  const fields = new Map<string, TypedName>();
  const defined = new Set(definitions.map(({ nameStart }) => nameStart));
  /** The last type told of a name so far, by scope. */
  const known = new Map<string, string>();
  for (const binding of names.bindings) {
    const scope = ownerOf(binding, scopeAt);
    if (binding.member && scope === undefined) continue;
    const key = keyOf(binding.name, scope);
    const type = binding.type ?? givenType(binding, { scopeAt, known });
    const found = type === undefined ? undefined : { name: binding.name, type, within: scope?.ordinal };
    if (found !== undefined) (binding.member ? fields : typed).set(`${key} ${found.type}`, found);
    if (binding.member || globals.has(key)) continue;
    if (type !== undefined) known.set(key, type);
    if (scope !== undefined && !defined.has(binding.start)) held.set(key, { name: binding.name, scope });
  }
  const typedNames = new Set([...typed.values()].map(({ name }) => name));
  return {
    fields: [...fields.values()],
    typed: [...typed.values()],
    locals: [...held.values()]
      .filter(({ scope }) => isFunction(scope))
      .map(({ name, scope }) => ({ name, within: scope.ordinal })),
    holds: (name, scope) => enclosingScope(scope, (around) => held.has(keyOf(name, around))) !== undefined,
    isTyped: (name) => typedNames.has(name),
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

function keyOf(name: string, scope: SymbolScope | undefined): string {
  return `${scope?.ordinal ?? ''} ${name}`;
}
