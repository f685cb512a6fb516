/** What a file says of the inside of its functions, by what it stands within. */

import type { FileUses } from '../../core/reference.ts';
import type { InnerNames } from './resolver.ts';

/** The first type told of a name counts. */
export function innerNames({ typed, locals }: FileUses): InnerNames {
  const types = new Map<number | undefined, Map<string, string>>();
  for (const { name, type, within } of typed) {
    let held = types.get(within);
    if (held === undefined) types.set(within, (held = new Map<string, string>()));
    if (!held.has(name)) held.set(name, type);
  }
  const names = new Map<number, Set<string>>();
  for (const { name, within } of locals) {
    const held = names.get(within);
    if (held === undefined) names.set(within, new Set([name]));
    else held.add(name);
  }
  return { typed: types, locals: names };
}
