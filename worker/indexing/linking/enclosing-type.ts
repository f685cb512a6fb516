/** Finds the type that a definition belongs to: the one around it, or the one in its qualified name, wherever that is defined. */

import type { DefinitionPlace } from './entity.ts';
import type { Resolver } from './resolver.ts';
import { typeKinds } from './snapshot-names.ts';

export function createEnclosingTypes(resolver: () => Resolver): Pick<Resolver, 'enclosingType'> {
  const cached = new Map<string, DefinitionPlace | undefined>();
  return {
    enclosingType(file, symbol) {
      const key = `${file} ${symbol}`;
      if (cached.has(key)) return cached.get(key);
      const before = resolver().cuts();
      const type = findEnclosingType(resolver(), file, symbol);
      if (resolver().cuts() === before) cached.set(key, type);
      return type;
    },
  };
}

/** By nesting, otherwise by the qualified name of a method: `Context` of `Context.Next`. */
function findEnclosingType(
  resolver: Resolver,
  file: number,
  symbol: number | undefined,
): DefinitionPlace | undefined {
  const names = resolver.names.forFile(file);
  for (let around = symbol; around !== undefined; around = names.parents[around]) {
    const { kind, qualifiedName, name } = names.file.symbols[around] ?? {};
    if (kind !== undefined && typeKinds.has(kind)) return { file, symbol: around };
    if (kind !== 'method' || qualifiedName === undefined || name === undefined) continue;
    const container = qualifiedName.slice(0, -name.length - 1);
    if (container === '') continue;
    const parent = names.parents[around];
    if (parent !== undefined && names.file.symbols[parent]?.qualifiedName === container) continue;
    return containerType(resolver, { file, container, parent });
  }
  return undefined;
}

function containerType(
  resolver: Resolver,
  {
    file,
    container,
    parent,
  }: { readonly file: number; readonly container: string; readonly parent: number | undefined },
): DefinitionPlace | undefined {
  const own = resolver.definition(file, container, 'type');
  if (own !== undefined) return own;
  const entity = resolver.guarded(`container ${file} ${container}`, undefined, () => {
    const [first = '', ...rest] = container.split('.');
    let found = resolver.nameAt({ file, within: parent, inner: undefined }, first, 'type');
    for (const name of rest) found = found && resolver.member(found, name);
    return found;
  });
  return entity?.is === 'definition' ? entity.at : undefined;
}
