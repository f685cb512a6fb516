/** Types by what they stand within and by name; a name may be told several. */

import type { TypedName } from '../../core/reference.ts';

export type ToldTypes = ReadonlyMap<number | undefined, ReadonlyMap<string, readonly string[]>>;

/** Of a name that is told more, nothing more can be said. */
const maxTypes = 8;

export function toldTypes(names: readonly TypedName[]): ToldTypes {
  const told = new Map<number | undefined, Map<string, string[]>>();
  for (const { name, type, within } of names) {
    let held = told.get(within);
    if (held === undefined) told.set(within, (held = new Map<string, string[]>()));
    const types = held.get(name);
    if (types === undefined) held.set(name, [type]);
    else if (types.length < maxTypes && !types.includes(type)) types.push(type);
  }
  return told;
}
