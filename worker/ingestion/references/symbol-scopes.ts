/** Finds the definition that contains an offset. Ordinals are indexes into the file's symbols. */

import { lowerBound } from '../../core/text/lower-bound.ts';
import type { SymbolKind } from '../../core/code/symbol.ts';
import type { SyntaxDefinition } from '../../ports/parser.ts';

/** A definition and its enclosing scope. Its range includes decorators, head and default values. */
export interface SymbolScope {
  readonly ordinal: number;
  readonly definition: SyntaxDefinition;
  readonly parent: SymbolScope | undefined;
  /** The previous name in the same statement: `const a = 1, b = 2`. */
  readonly previousInStatement: SymbolScope | undefined;
}

const functionKinds: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['function', 'method', 'component']);
const typeKinds: ReadonlySet<SymbolKind> = new Set<SymbolKind>([
  'class',
  'enum',
  'interface',
  'struct',
  'trait',
  'type',
]);

export function isFunction({ definition }: SymbolScope): boolean {
  return functionKinds.has(definition.kind);
}

export function isType({ definition }: SymbolScope): boolean {
  return typeKinds.has(definition.kind);
}

/** Whether the name is used only through its owner: `this.run`, never `run`. */
export function isMember(kind: SymbolKind): boolean {
  return kind === 'method' || kind === 'property';
}

/** Returns the innermost matching scope, starting with the given one. */
export function findEnclosingScope(
  scope: SymbolScope | undefined,
  matches: (scope: SymbolScope) => boolean,
): SymbolScope | undefined {
  let ancestor = scope;
  while (ancestor !== undefined && !matches(ancestor)) ancestor = ancestor.parent;
  return ancestor;
}

/** Creates a lookup of the innermost definition whose range contains an offset. */
export function createScopeLookup(
  definitions: readonly SyntaxDefinition[],
): (offset: number) => SymbolScope | undefined {
  const scopes = nestScopes(definitions);
  return (offset) => {
    const isBefore = (index: number) => (scopes[index]?.definition.start ?? Infinity) <= offset;
    const last = scopes[lowerBound(scopes.length, isBefore) - 1];
    let scope = findEnclosingScope(last, ({ definition }) => offset < definition.end);
    while (scope?.previousInStatement !== undefined && scope.definition.nameStart > offset)
      scope = scope.previousInStatement;
    return scope;
  };
}

/** Sorts by start, outer definitions before inner ones. */
function nestScopes(definitions: readonly SyntaxDefinition[]): SymbolScope[] {
  const openScopes: SymbolScope[] = [];
  return definitions
    .map((definition, ordinal) => ({ definition, ordinal }))
    .sort(
      ({ definition: a }, { definition: b }) =>
        a.start - b.start || b.end - a.end || a.nameStart - b.nameStart,
    )
    .map(({ definition, ordinal }) => {
      while ((openScopes.at(-1)?.definition.end ?? Infinity) <= definition.start) openScopes.pop();
      const ancestor = openScopes.at(-1);
      const isSameStatement =
        ancestor?.definition.start === definition.start && ancestor.definition.end === definition.end;
      if (isSameStatement) openScopes.pop();
      const scope = {
        ordinal,
        definition,
        parent: isSameStatement ? ancestor.parent : ancestor,
        previousInStatement: isSameStatement ? ancestor : undefined,
      };
      openScopes.push(scope);
      return scope;
    });
}
