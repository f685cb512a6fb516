/**
 * The code graph of a snapshot. Nodes are files, their definitions, and imported external packages. Edges are stored with the referring
 * file; each has a confidence tier and the line that proves it.
 */

import type { FileRole } from '../files/file.ts';
import type { SymbolKind } from './symbol.ts';

/**
 * Edges go from the referring node to its target. `defines`: file to definition. `has-method`: type to method, wherever it is written.
 * `calls` includes construction; `uses` includes types, decorators, rendered components and functions passed as values.
 */
export const edgeKinds = [
  'defines',
  'has-method',
  'imports',
  'calls',
  'extends',
  'implements',
  'uses',
] as const;
export type EdgeKind = (typeof edgeKinds)[number];

/**
 * How an edge was found. `resolved`: the language's rules (imports, scopes, declared types) resolve the name to this definition.
 * `import-scoped`: the name is not fully resolved, but the file's imports or package contain exactly one definition of it. `name-match`:
 * only the name is the same; a guess, never stated as a fact.
 */
export const edgeTiers = ['resolved', 'import-scoped', 'name-match'] as const;
export type EdgeTier = (typeof edgeTiers)[number];

/** Tiers that are stated as facts. */
export const provenTiers = ['resolved', 'import-scoped'] as const satisfies readonly EdgeTier[];

/** `12`: a file. `12.3`: its definition with ordinal 3 (as in `SymbolRow.id`). `package:react`: an external package. */
export type NodeId = string;

/** An edge as it is stored with the referring file. */
export interface FileEdge {
  readonly kind: Exclude<EdgeKind, 'defines'>;
  readonly tier: EdgeTier;
  /** 1-based line of the referring file that proves it. */
  readonly line: number;
  /** Ordinal of the referring definition; undefined if the reference is outside any definition. */
  readonly from: number | undefined;
  readonly to: EdgeTarget;
}

export type EdgeTarget =
  /** A definition in a file, by ordinal; the file itself if `symbol` is undefined. */
  | { readonly path: string; readonly symbol: number | undefined }
  /** One of several definitions of this name: tier `name-match`. */
  | { readonly name: string; readonly candidates: number }
  /** An external package: kind `imports`. */
  | { readonly external: string };

export interface GraphNode {
  readonly id: NodeId;
  readonly kind: SymbolKind | 'file' | 'package';
  /** The definition's bare name, the file's last path segment, or the package's name. */
  readonly name: string;
  /** Qualified name; undefined for a file. */
  readonly symbol: string | undefined;
  /** Empty for a package. */
  readonly path: string;
  readonly language: string;
  readonly role: FileRole;
  /** 0 for a package. */
  readonly startLine: number;
  readonly endLine: number;
  /** The line that contains the name; 1 for a file. */
  readonly nameLine: number;
  readonly signature: string;
  readonly documentation: string;
  readonly exported: boolean;
  readonly complexity: number;
  /** PageRank, scaled so that the mean over the snapshot's files or definitions is 1; 0 if nothing refers to it. */
  readonly rank: number;
}

export interface GraphEdge {
  readonly from: NodeId;
  readonly to: NodeId;
  readonly kind: EdgeKind;
  readonly tier: EdgeTier;
  /** The file and 1-based line that prove the edge. */
  readonly path: string;
  readonly line: number;
}
