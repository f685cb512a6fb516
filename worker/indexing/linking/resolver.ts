/**
 * The interface through which the parts of the resolver call each other: names resolve through imports, imports to exports, receivers to
 * types, and types to names again. Results depend only on the files of the snapshot. They are cached unless a cycle or the depth limit
 * cut them short.
 */

import type { ModuleMap } from '../modules/module-map.ts';
import type { Entity, DefinitionPlace } from './entity.ts';
import type { SnapshotNames } from './snapshot-names.ts';
import type { InnerNames } from './declared-types.ts';

/** The position in a file from which a name is resolved. */
export interface Scope {
  readonly file: number;
  readonly within: number | undefined;
  readonly inner: InnerNames | undefined;
}

/** A name that an import statement imports from a module. */
export interface ImportedBinding {
  readonly module: string;
  readonly imported: string;
  readonly line: number;
}

/** Which of several definitions of a name is expected. A `call` expects the value that the name has before its line rebinds it. */
export type ExpectedKind = 'type' | 'value' | 'call';

/** Files and names already being resolved: resolving them again adds nothing. */
export type Visited = Set<string>;

export interface Resolver {
  readonly names: SnapshotNames;
  readonly modules: ModuleMap;
  /** Resolves a bare name in a scope. */
  resolveName(scope: Scope, name: string, expected: ExpectedKind): Entity | undefined;
  /** Resolves a name at the top level of a file, by its definitions and imports. */
  resolveNameInFile(file: number, name: string, visited: Visited): Entity | undefined;
  /** Finds what the files export under a name. */
  findExport(files: readonly number[], name: string, visited: Visited): Entity | undefined;
  /** Resolves the name that a file imports from a module. */
  resolveImport(file: number, binding: ImportedBinding, visited: Visited): Entity | undefined;
  /** Finds the file's definition with a qualified name. */
  findDefinition(file: number, qualifiedName: string, expected: ExpectedKind): DefinitionPlace | undefined;
  /** Like `findDefinition`, but without definitions that need a receiver, such as methods. */
  findBareDefinition(
    file: number,
    qualifiedName: string,
    expected: ExpectedKind,
  ): DefinitionPlace | undefined;
  /** The type that a definition belongs to, even if another file defines the type. */
  enclosingType(file: number, symbol: number | undefined): DefinitionPlace | undefined;
  /** Files whose names the file sees without an import. */
  siblings(file: number): ReadonlySet<number>;
  /** Finds a member by name: nested, inherited, or of a module. */
  findMember(container: Entity, name: string): Entity | undefined;
  /** The result of calling an entity; `receiver` is the entity that it is a member of. */
  callResult(entity: Entity, receiver: Entity | undefined): Entity;
  /** Resolves the declared types of a name to an instance of their common type, if they have one. */
  resolveTypes(scope: Scope, types: readonly string[]): Entity;
  /** The value of a variable, a property, or a method read as a property. */
  resolveValue(entity: Entity): Entity;
  /** Direct bases of a type in the repository, and whether it also has external ones. */
  basesOf(type: DefinitionPlace): Bases;
  /** Resolves a dotted path in a scope. */
  resolvePath(scope: Scope, path: string): Entity | undefined;
  /** Runs `compute`, or returns `fallback` if the same key is already running or the depth limit is reached. */
  guard<T>(key: string, fallback: T, compute: () => T): T;
  /** How often `guard` has returned a fallback so far. A result computed while this grew is not cached. */
  cutoffs(): number;
}

export interface Bases {
  readonly places: readonly DefinitionPlace[];
  /** Whether some base is external. */
  readonly hasExternal: boolean;
}
