/** Finds the definitions of a file that a change touches: functions and methods, or else the smallest enclosing definition. */

import type { SymbolList } from '../../../worker/contract/files/schema.ts';
import type { LinePlace } from './line-map.ts';

export type Definition = SymbolList['symbols'][number];

/** Larger rewritten regions do not identify single functions. */
const maxRegion = 80;

/** @param definitions definitions of the file @param places changed places in the same version */
export function changedDefinitions(
  definitions: readonly Definition[],
  places: readonly LinePlace[],
): Definition[] {
  const changed = new Set<Definition>();
  for (const place of places) {
    if (place.last - place.first > maxRegion) continue;
    const around = definitions.filter((definition) => isTouched(definition, place));
    const functions = around.filter(({ kind }) => kind === 'function' || kind === 'method');
    for (const one of functions.length > 0 ? functions : smallest(around)) changed.add(one);
  }
  return definitions.filter((definition) => changed.has(definition));
}

function isTouched({ startLine, endLine }: Definition, { first, last, between }: LinePlace): boolean {
  return between ? startLine <= first && endLine >= last : startLine <= last && endLine >= first;
}

function smallest(definitions: readonly Definition[]): Definition[] {
  const size = ({ startLine, endLine }: Definition): number => endLine - startLine;
  return definitions.toSorted((left, right) => size(left) - size(right)).slice(0, 1);
}
