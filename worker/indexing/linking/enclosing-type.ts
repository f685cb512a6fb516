/** The type a definition belongs to: the one it is nested in, or the one its qualified name says, wherever that is defined. */

import type { Place } from './entity.ts';
import type { Resolver } from './resolver.ts';
import { typeKinds } from './snapshot-names.ts';

export function createEnclosingTypes(resolver: () => Resolver): Pick<Resolver, 'enclosingType'> {
  const kept = new Map<string, Place | undefined>();
  return {
    enclosingType(file, symbol) {
      const key = `${file} ${symbol}`;
      if (kept.has(key)) return kept.get(key);
      const before = resolver().cuts();
      const type = typeAround(resolver(), file, symbol);
      if (resolver().cuts() === before) kept.set(key, type);
      return type;
    },
  };
}

/** By nesting, else by the name a method bears: `Context` of `Context.Next`. */
function typeAround(resolver: Resolver, file: number, symbol: number | undefined): Place | undefined {
  const names = resolver.names.of(file);
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
): Place | undefined {
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
