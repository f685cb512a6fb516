/**
 * The graph of a snapshot. Nodes are files and the definitions in them, and the packages outside the repository that it imports;
 * edges hang on the file that refers, and each keeps how sure it is and the line that proves it.
 */

import type { FileRole } from './file.ts';
import type { SymbolKind } from './symbol.ts';

/**
 * From what refers to what is referred to. `defines`: file to definition. `has-method`: type to method, wherever that is written.
 * `calls` holds constructing; `uses` holds types named, decorators, components rendered and functions handed on.
 */
export type EdgeKind = 'defines' | 'has-method' | 'imports' | 'calls' | 'extends' | 'implements' | 'uses';

export const edgeKinds = [
  'defines',
  'has-method',
  'imports',
  'calls',
  'extends',
  'implements',
  'uses',
] as const satisfies readonly EdgeKind[];

/**
 * How an edge was found. `resolved`: the language's own rules lead from the name to this one definition, through imports followed to
 * their end, scope, or a type that is written. `import-scoped`: the name is not traced to its end, but what the file imports,
 * or its package holds, has one definition of that name. `name-match`: only the name is the same; a guess, never told as a fact.
 */
export type EdgeTier = 'resolved' | 'import-scoped' | 'name-match';

export const edgeTiers = ['resolved', 'import-scoped', 'name-match'] as const satisfies readonly EdgeTier[];
/** Those told as facts. */
export const provenTiers = ['resolved', 'import-scoped'] as const satisfies readonly EdgeTier[];

/** `12` a file, `12.3` the definition of ordinal 3 in it (as `SymbolRow.id`), `package:react` a package outside the repository. */
export type NodeId = string;

/** An edge as it hangs on the file that refers. */
export interface FileEdge {
  readonly kind: Exclude<EdgeKind, 'defines'>;
  readonly tier: EdgeTier;
  /** 1-based line of the referring file that proves it. */
  readonly line: number;
  /** Ordinal of the definition that refers; undefined where the file itself does. */
  readonly from: number | undefined;
  readonly to: EdgeTarget;
}

export type EdgeTarget =
  /** A file (no `symbol`) or a definition in it, by ordinal. */
  | { readonly path: string; readonly symbol: number | undefined }
  /** Several definitions of this name are possible, and none is likelier: tier `name-match`. */
  | { readonly name: string; readonly candidates: number }
  /** A package that is not in the repository: kind `imports`. */
  | { readonly external: string };

export interface GraphNode {
  readonly id: NodeId;
  readonly kind: SymbolKind | 'file' | 'package';
  /** Bare name of the definition, the file's last segment, the package. */
  readonly name: string;
  /** Qualified name; undefined for a file. */
  readonly symbol: string | undefined;
  /** Empty for a package. */
  readonly path: string;
  readonly language: string;
  readonly role: FileRole;
  /** Of a package 0. */
  readonly startLine: number;
  readonly endLine: number;
  /** The line that bears the name; 1 for a file. */
  readonly nameLine: number;
  readonly signature: string;
  readonly documentation: string;
  readonly exported: boolean;
  readonly complexity: number;
  /** PageRank, the mean of the snapshot's files or definitions being 1; 0 where nothing refers to it. */
  readonly rank: number;
}

export interface GraphEdge {
  readonly from: NodeId;
  readonly to: NodeId;
  readonly kind: EdgeKind;
  readonly tier: EdgeTier;
  /** File and 1-based line that prove it. */
  readonly path: string;
  readonly line: number;
}
