/** Indexes the declared types and local names of a file by the enclosing definition and by name. A name may have several types. */

import type { TypedName, FileUses } from '../../core/code/reference.ts';

export type DeclaredTypes = ReadonlyMap<number | undefined, ReadonlyMap<string, readonly string[]>>;

/** Maximum number of types stored per name. More would not help to resolve it. */
const maxTypes = 8;

export function indexDeclaredTypes(names: readonly TypedName[]): DeclaredTypes {
  const declared = new Map<number | undefined, Map<string, string[]>>();
  for (const { name, type, within } of names) {
    let scopeTypes = declared.get(within);
    if (scopeTypes === undefined) declared.set(within, (scopeTypes = new Map<string, string[]>()));
    const types = scopeTypes.get(name);
    if (types === undefined) scopeTypes.set(name, [type]);
    else if (types.length < maxTypes && !types.includes(type)) types.push(type);
  }
  return declared;
}

export function indexInnerNames({ typed, locals }: FileUses): InnerNames {
  const names = new Map<number, Set<string>>();
  for (const { name, within } of locals) {
    const known = names.get(within);
    if (known === undefined) names.set(within, new Set([name]));
    else known.add(name);
  }
  return { typed: indexDeclaredTypes(typed), locals: names };
}

/** Types and locals inside functions of the file being linked. Of other files, only the outline is known. */
export interface InnerNames {
  readonly typed: DeclaredTypes;
  readonly locals: ReadonlyMap<number, ReadonlySet<string>>;
}
