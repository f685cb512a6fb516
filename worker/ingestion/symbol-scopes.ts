/** Which definition of a file holds a place. Ordinals are those of the file's symbols. */

import { lowerBound } from '../core/lower-bound.ts';
import type { SymbolKind } from '../core/symbol.ts';
import type { SyntaxDefinition } from '../ports/parser.ts';

/** A definition with what holds it by its range, decorators, head and default values included. */
export interface SymbolScope {
  readonly ordinal: number;
  readonly definition: SyntaxDefinition;
  readonly parent: SymbolScope | undefined;
  /** The name before it in the same statement: `const a = 1, b = 2`. */
  readonly twin: SymbolScope | undefined;
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

/** It is named with what it belongs to only: `this.run`, never `run`. */
export function isMember(kind: SymbolKind): boolean {
  return kind === 'method' || kind === 'property';
}

/** The innermost scope around one, itself included, that is what is asked for. */
export function enclosingScope(
  scope: SymbolScope | undefined,
  isWanted: (scope: SymbolScope) => boolean,
): SymbolScope | undefined {
  let around = scope;
  while (around !== undefined && !isWanted(around)) around = around.parent;
  return around;
}

/** @returns the innermost definition whose range holds an offset, undefined where none does. */
export function findScopes(
  definitions: readonly SyntaxDefinition[],
): (offset: number) => SymbolScope | undefined {
  const scopes = nestScopes(definitions);
  return (offset) => {
    const isBefore = (index: number) => (scopes[index]?.definition.start ?? Infinity) <= offset;
    const last = scopes[lowerBound(scopes.length, isBefore) - 1];
    let scope = enclosingScope(last, ({ definition }) => offset < definition.end);
    while (scope?.twin !== undefined && scope.definition.nameStart > offset) scope = scope.twin;
    return scope;
  };
}

/** In the order of their starts, what holds before what is held. */
function nestScopes(definitions: readonly SyntaxDefinition[]): SymbolScope[] {
  const open: SymbolScope[] = [];
  return definitions
    .map((definition, ordinal) => ({ definition, ordinal }))
    .sort(
      ({ definition: a }, { definition: b }) =>
        a.start - b.start || b.end - a.end || a.nameStart - b.nameStart,
    )
    .map(({ definition, ordinal }) => {
      while ((open.at(-1)?.definition.end ?? Infinity) <= definition.start) open.pop();
      const around = open.at(-1);
      const isTwin =
        around?.definition.start === definition.start && around.definition.end === definition.end;
      if (isTwin) open.pop();
      const scope = {
        ordinal,
        definition,
        parent: isTwin ? around.parent : around,
        twin: isTwin ? around : undefined,
      };
      open.push(scope);
      return scope;
    });
}
