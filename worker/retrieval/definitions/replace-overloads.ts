/** Replaces Python's overload stubs, which have no body, with the implementation that they declare. */

import type { SymbolRow } from '../../ports/chunk-store.ts';
import type { Definition } from './definition.ts';
import { groupByPath, symbolDefinition } from './list-definitions.ts';

const overload = /^(?:.*\s)?@(?:\w+\.)*overload\b/s;

/** @param symbols definitions of the same files; a stub whose implementation is not among them stays */
export function replaceOverloads(
  definitions: readonly Definition[],
  symbols: readonly SymbolRow[],
): readonly Definition[] {
  if (!definitions.some(isOverload)) return definitions;
  const byPath = groupByPath(symbols);
  return definitions.map((definition) => {
    if (!isOverload(definition)) return definition;
    const inFile = byPath.get(definition.path) ?? [];
    const implementation = inFile.findLast(
      (symbol) => symbol.qualifiedName === definition.qualifiedName && !isOverload(symbol),
    );
    return implementation === undefined ? definition : symbolDefinition(implementation, inFile, definition);
  });
}

function isOverload({ signature }: Pick<Definition, 'signature'>): boolean {
  return overload.test(signature);
}
