/**
 * The types of variables, by what binds them. One that is bound again to what nothing tells the type of has none: what it holds at
 * a place would take following the flow of the program. Where blocks bind names of their own, only giving another value counts.
 */

import type { TypedName } from '../core/reference.ts';
import type { SyntaxBinding } from '../ports/parser.ts';
import { enclosingScope } from './symbol-scopes.ts';
import type { SymbolScope } from './symbol-scopes.ts';

interface NameTypes {
  /** A name bound in a scope; no type where nothing tells it. */
  bind(binding: SyntaxBinding, scope: SymbolScope | undefined, type: string | undefined): void;
  /** Another value given to what the scope, one around it or the file binds. To be told after all that is bound. */
  give(binding: SyntaxBinding, scope: SymbolScope | undefined, type: string | undefined): void;
  /** The types of each name in its scope, in the order they were first told. */
  all(): readonly TypedName[];
}

interface Variable {
  readonly types: Map<string, TypedName>;
  /** It may hold something of another type. */
  isOpen: boolean;
  isDeclared: boolean;
}

/** @param functionScoped see `SyntaxReferences.functionScoped` */
export function nameTypes(functionScoped: boolean): NameTypes {
  const variables = new Map<string, Variable>();
  return {
    bind({ name, neutral, declared }, scope, type) {
      const key = keyOf(name, scope);
      const known = variables.get(key);
      const variable = known ?? { types: new Map<string, TypedName>(), isOpen: false, isDeclared: false };
      if (known === undefined) variables.set(key, variable);
      if (type !== undefined) variable.types.set(type, { name, type, within: scope?.ordinal });
      variable.isOpen ||= functionScoped && type === undefined && !neutral;
      variable.isDeclared ||= declared;
    },
    give({ name, neutral }, scope, type) {
      const holder = enclosingScope(scope, (around) => variables.has(keyOf(name, around)));
      const variable = variables.get(keyOf(name, holder));
      if (variable === undefined || variable.isDeclared || neutral) return;
      // Whether types that are named differently agree, those tell who can follow the names.
      if (type !== undefined && functionScoped)
        variable.types.set(type, { name, type, within: holder?.ordinal });
      else if (type === undefined || !isSame(variable, name, type)) variable.isOpen = true;
    },
    all: () => [...variables.values()].flatMap(({ types, isOpen }) => (isOpen ? [] : [...types.values()])),
  };
}

/** What a thing's own method gives is taken for more of its kind: `query = query.where(…)`. */
function isSame({ types }: Variable, name: string, type: string): boolean {
  return types.has(type) || type.startsWith(`${name}.`);
}

/** One key for a name in a scope; names have no blanks in them. */
export function keyOf(name: string, scope: SymbolScope | undefined): string {
  return `${scope?.ordinal ?? ''} ${name}`;
}
