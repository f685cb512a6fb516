/** Assembles the resolver from its parts. */

import type { ModuleMap } from '../modules/module-map.ts';
import { createEnclosingTypes } from './enclosing-type.ts';
import { createExports } from './exports.ts';
import { createMembers } from './members.ts';
import { createPaths } from './resolve-paths.ts';
import { createScopes } from './scopes.ts';
import type { SnapshotNames } from './snapshot-names.ts';
import { createTypes } from './infer-types.ts';
import type { Resolver } from './resolver.ts';

/** Depth of nested questions, such as types that resolve to types. Chains of calls in code are shorter. */
const maxDepth = 24;

export function createResolver(names: SnapshotNames, modules: ModuleMap): Resolver {
  const open = new Set<string>();
  let cuts = 0;
  const resolver: Resolver = {
    names,
    modules,
    ...createScopes(() => resolver),
    ...createEnclosingTypes(() => resolver),
    ...createExports(() => resolver),
    ...createMembers(() => resolver),
    ...createTypes(() => resolver),
    ...createPaths(() => resolver),
    guarded(key, otherwise, ask) {
      if (open.has(key) || open.size >= maxDepth) {
        cuts += 1;
        return otherwise;
      }
      open.add(key);
      try {
        return ask();
      } finally {
        open.delete(key);
      }
    },
    cuts: () => cuts,
  };
  return resolver;
}
