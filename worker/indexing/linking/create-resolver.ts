/** Assembles the resolver from its parts, and finds the enclosing types of definitions. */

import type { ModuleMap } from '../modules/module-map.ts';
import type { DefinitionPlace } from './entity.ts';
import { createExports } from './exports.ts';
import { createMembers } from './members.ts';
import { createPaths } from './resolve-paths.ts';
import { createScopes } from './scopes.ts';
import { typeKinds, type SnapshotNames } from './snapshot-names.ts';
import { createTypes } from './infer-types.ts';
import type { Resolver } from './resolver.ts';

/** Maximum depth of nested resolutions, such as types that resolve to other types. Chains of calls in code are shorter. */
const maxDepth = 24;

export function createResolver(names: SnapshotNames, modules: ModuleMap): Resolver {
  const running = new Set<string>();
  let cutoffCount = 0;
  const resolver: Resolver = {
    names,
    modules,
    ...createScopes(() => resolver),
    ...createEnclosingTypes(() => resolver),
    ...createExports(() => resolver),
    ...createMembers(() => resolver),
    ...createTypes(() => resolver),
    ...createPaths(() => resolver),
    guard(key, fallback, compute) {
      if (running.has(key) || running.size >= maxDepth) {
        cutoffCount += 1;
        return fallback;
      }
      running.add(key);
      try {
        return compute();
      } finally {
        running.delete(key);
      }
    },
    cutoffs: () => cutoffCount,
  };
  return resolver;
}

/** Finds the type that a definition belongs to: the enclosing type, or the type in its qualified name, even from another file. */
function createEnclosingTypes(resolver: () => Resolver): Pick<Resolver, 'enclosingType'> {
  const cached = new Map<string, DefinitionPlace | undefined>();
  return {
    enclosingType(file, symbol) {
      const key = `${file} ${symbol}`;
      if (cached.has(key)) return cached.get(key);
      const before = resolver().cutoffs();
      const type = findEnclosingType(resolver(), file, symbol);
      if (resolver().cutoffs() === before) cached.set(key, type);
      return type;
    },
  };
}

/** Searches the enclosing definitions, then the qualified name of a method: `Context` in `Context.Next`. */
function findEnclosingType(
  resolver: Resolver,
  file: number,
  symbol: number | undefined,
): DefinitionPlace | undefined {
  const names = resolver.names.forFile(file);
  for (let ancestor = symbol; ancestor !== undefined; ancestor = names.parents[ancestor]) {
    const { kind, qualifiedName, name } = names.file.symbols[ancestor] ?? {};
    if (kind !== undefined && typeKinds.has(kind)) return { file, symbol: ancestor };
    if (kind !== 'method' || qualifiedName === undefined || name === undefined) continue;
    const container = qualifiedName.slice(0, -name.length - 1);
    if (container === '') continue;
    const parent = names.parents[ancestor];
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
  const own = resolver.findDefinition(file, container, 'type');
  if (own !== undefined) return own;
  const entity = resolver.guard(`container ${file} ${container}`, undefined, () => {
    const [first = '', ...rest] = container.split('.');
    let found = resolver.resolveName({ file, within: parent, inner: undefined }, first, 'type');
    for (const name of rest) found = found && resolver.findMember(found, name);
    return found;
  });
  return entity?.is === 'definition' ? entity.at : undefined;
}
