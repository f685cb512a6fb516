/** What a file says of the inside of its functions, by what it stands within. */

import type { FileUses } from '../../core/reference.ts';
import type { InnerNames } from './resolver.ts';
import { toldTypes } from './told-types.ts';

export function innerNames({ typed, locals }: FileUses): InnerNames {
  const names = new Map<number, Set<string>>();
  for (const { name, within } of locals) {
    const held = names.get(within);
    if (held === undefined) names.set(within, new Set([name]));
    else held.add(name);
  }
  return { typed: toldTypes(typed), locals: names };
}
