/**
 * What the parts of the resolver ask of one another: names lead through imports, imports to exports, receivers to types, types to
 * names again. Answers depend on nothing but the files of the snapshot, and are kept unless a cycle or the depth cut them.
 */

import type { ModuleMap } from '../modules/module-map.ts';
import type { Entity, Place } from './entity.ts';
import { createEnclosingTypes } from './enclosing-type.ts';
import { createExports } from './exports.ts';
import { createMembers } from './members.ts';
import { createPaths } from './paths.ts';
import { createScopes } from './scope.ts';
import type { SnapshotNames } from './snapshot-names.ts';
import type { ToldTypes } from './told-types.ts';
import { createTypes } from './types.ts';

/** What the file being linked says of the inside of its functions; of other files only the outline is known. */
export interface InnerNames {
  readonly typed: ToldTypes;
  readonly locals: ReadonlyMap<number, ReadonlySet<string>>;
}

/** A place in a file, as far as names are concerned. */
export interface Scope {
  readonly file: number;
  readonly within: number | undefined;
  readonly inner: InnerNames | undefined;
}

/** A name of a module, as an import statement gives it. */
export interface ImportedBinding {
  readonly module: string;
  readonly imported: string;
  readonly line: number;
}

/** Of several definitions of one name, which is meant: a `call` is of a value, as it is before the line it stands on binds it. */
export type Wanted = 'type' | 'value' | 'call';

/** Modules and names already being asked for, by `file` and name: a second time leads nowhere new. */
export type Visited = Set<string>;

export interface Resolver {
  readonly names: SnapshotNames;
  readonly modules: ModuleMap;
  /** What a bare name means at a place. */
  nameAt(scope: Scope, name: string, wanted: Wanted): Entity | undefined;
  /** What a name means at the top of a file, by its definitions and imports. */
  nameInFile(file: number, name: string, visited: Visited): Entity | undefined;
  /** What files give out under a name. */
  exported(files: readonly number[], name: string, visited: Visited): Entity | undefined;
  /** What `imported` of a module is to the file that imports it. */
  imported(file: number, binding: ImportedBinding, visited: Visited): Entity | undefined;
  /** The file's definition of a qualified name. */
  definition(file: number, qualifiedName: string, wanted: Wanted): Place | undefined;
  /** The same where its last segment stands alone: what is named with what it belongs to only is left out. */
  bareDefinition(file: number, qualifiedName: string, wanted: Wanted): Place | undefined;
  /** The type a definition lies in, wherever that is written. */
  enclosingType(file: number, symbol: number | undefined): Place | undefined;
  /** Files whose names a file sees without an import. */
  siblings(file: number): ReadonlySet<number>;
  /** A member by name: nested, inherited, or of a module. */
  member(of: Entity, name: string): Entity | undefined;
  /** What calling something gives; `on` is what it is a member of. */
  called(entity: Entity, on: Entity | undefined): Entity;
  /** What written types of one name stand for: an instance, where they agree. */
  typed(scope: Scope, types: readonly string[]): Entity;
  /** What a variable, property, or method read as a property holds. */
  valueOf(entity: Entity): Entity;
  /** Direct bases of a type in the repository, and whether it has others. */
  basesOf(type: Place): Bases;
  /** What a dotted path means at a place. */
  pathAt(scope: Scope, path: string): Entity | undefined;
  /** Runs unless the question is being asked already or asks go too deep. */
  guarded<T>(key: string, otherwise: T, ask: () => T): T;
  /** How often answers have been cut so far: one made while this grew is not kept. */
  cuts(): number;
}

export interface Bases {
  readonly places: readonly Place[];
  /** Some base lies outside the repository. */
  readonly outside: boolean;
}

/** Types that lead to types are followed this far: chains of calls in code are shorter. */
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
