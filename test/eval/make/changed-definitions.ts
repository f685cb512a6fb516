/** Finds the definitions of a file that a change touches: functions and methods, or else the smallest enclosing definition. */

import type { SymbolList } from '../../../worker/contract/files/schema.ts';
import type { LineRange } from './line-map.ts';

export type Definition = SymbolList['symbols'][number];

/** Larger changed regions do not identify single functions. */
const maxRegion = 80;

/** @param definitions definitions of the file @param ranges changed ranges of the same version */
export function findChangedDefinitions(
  definitions: readonly Definition[],
  ranges: readonly LineRange[],
): Definition[] {
  const changedDefinitions = new Set<Definition>();
  for (const range of ranges) {
    if (range.last - range.first > maxRegion) continue;
    const touchedDefinitions = definitions.filter((definition) => isTouched(definition, range));
    const functions = touchedDefinitions.filter(({ kind }) => kind === 'function' || kind === 'method');
    for (const definition of functions.length > 0 ? functions : findSmallest(touchedDefinitions))
      changedDefinitions.add(definition);
  }
  return definitions.filter((definition) => changedDefinitions.has(definition));
}

function isTouched({ startLine, endLine }: Definition, { first, last, isGap }: LineRange): boolean {
  return isGap ? startLine <= first && endLine >= last : startLine <= last && endLine >= first;
}

function findSmallest(definitions: readonly Definition[]): Definition[] {
  const size = ({ startLine, endLine }: Definition): number => endLine - startLine;
  return definitions.toSorted((left, right) => size(left) - size(right)).slice(0, 1);
}
