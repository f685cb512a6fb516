/**
 * The edges of the code graph. They are resolved from references (`core/code/reference.ts`) for a range of files at a time. Snapshots of a
 * repository share the edges of a file while those edges are equal. A read is limited to one generation of a snapshot.
 */

import type { EdgeKind, EdgeTier, FileEdge, GraphEdge, GraphNode, NodeId } from '../core/code/edge.ts';
import type { SpanPosition } from '../core/answers/evidence.ts';
import type { FileRole } from '../core/files/file.ts';
import type { FileOutline, FileUses } from '../core/code/reference.ts';
import type { SnapshotRemoval, SnapshotKey } from '../core/repositories/repository.ts';
import type { SymbolKind } from '../core/code/symbol.ts';
import type { PartLease } from './job-parts.ts';

/** A definition as the linker sees it; its index in the file's list is its ordinal. */
export interface LinkableSymbol {
  readonly name: string;
  readonly qualifiedName: string;
  readonly kind: SymbolKind;
  readonly exported: boolean;
  readonly startLine: number;
  readonly endLine: number;
  readonly nameLine: number;
}

export interface LinkableFile {
  /** Row of the file in this generation. */
  readonly id: number;
  readonly path: string;
  readonly language: string;
  readonly role: FileRole;
  /** Folder of its package in a monorepo. */
  readonly package: string | undefined;
  readonly outline: FileOutline;
  readonly symbols: readonly LinkableSymbol[];
}

export interface LinkedFile {
  readonly id: number;
  readonly path: string;
  /** SHA-256 of the path and the edges in order; equal edges are stored once. */
  readonly hash: string;
  readonly edges: readonly FileEdge[];
}

export interface FileRange {
  readonly firstFile: number;
  readonly lastFile: number;
}

/** One step from a set of nodes. */
export interface GraphStep {
  readonly from: readonly NodeId[];
  /** `in`: edges that end in the nodes; `out`: edges that begin in them. */
  readonly direction: 'in' | 'out';
  readonly kinds: readonly EdgeKind[];
  readonly tiers: readonly EdgeTier[];
}

/** Definitions whose neighbors are read: by id, or those that have their name in a range of lines or contain the whole range. */
export interface NeighborQuery {
  readonly from: readonly NodeId[] | { readonly ranges: readonly SpanPosition[] };
  readonly kinds: readonly EdgeKind[];
  readonly tiers: readonly EdgeTier[];
}

/** An edge between two definitions, without the line that proves it. */
export type Neighbor = Pick<GraphEdge, 'from' | 'to' | 'kind'>;

export interface Neighbors {
  readonly incoming: readonly Neighbor[];
  readonly outgoing: readonly Neighbor[];
}

/** A definition that a file imports. */
export interface ImportedDefinition {
  /** The importing file. */
  readonly from: NodeId;
  readonly path: string;
  readonly to: NodeId;
  readonly name: string;
}

/** A use of a name that several definitions share. */
export interface NamedPlace {
  /** The enclosing definition or file. */
  readonly from: NodeId;
  readonly name: string;
  readonly kind: EdgeKind;
  readonly path: string;
  readonly line: number;
  readonly candidates: number;
}

/** A file that exports something under another name. */
export interface Reexport {
  readonly path: string;
  /** The original name, in the file or in the module it is imported from. */
  readonly local: string;
  /** Line of the import; undefined if the file itself defines the name. */
  readonly line: number | undefined;
}

export interface RankedNode {
  readonly id: NodeId;
  /** As in `GraphNode`. */
  readonly rank: number;
}

export interface GraphStore {
  /** Maximum edges of one result: the first ones by path and line. */
  readonly maxEdges: number;
  /** Maximum node ids of one call. */
  readonly maxNodes: number;

  /** Every parsed file of the generation with its definitions and outline, sorted by id. */
  linkableFiles(key: SnapshotKey): Promise<readonly LinkableFile[]>;
  /** The link parts: ranges of files with about `linesPerRange` lines. Files without references add little to the size of a range. */
  linkRanges(key: SnapshotKey, linesPerRange: number): Promise<readonly FileRange[]>;
  /** References of the files in a range, by file id. */
  fileUses(key: SnapshotKey, range: FileRange): Promise<ReadonlyMap<number, FileUses>>;
  /**
   * Ends a link part: stores missing or incomplete edges, and assigns each file its edges.
   * @throws if the lease is lost, or if stored edges were removed in the meantime; nothing is written then
   */
  saveEdges(
    key: SnapshotKey,
    part: PartLease,
    linked: { readonly repositoryId: string; readonly files: readonly LinkedFile[] },
  ): Promise<void>;
  /** Every edge to a file or definition, for ranking; without tier `name-match`. */
  allEdges(key: SnapshotKey): Promise<readonly Pick<GraphEdge, 'from' | 'to' | 'kind'>[]>;
  /** Edges of the files in a range, of every tier, by path and line; without ambiguous ones. */
  edgesOfRange(key: SnapshotKey, range: FileRange): Promise<readonly GraphEdge[]>;
  /** Ends the rank part. All other nodes have rank 0. */
  saveRanks(key: SnapshotKey, part: PartLease, ranks: readonly RankedNode[]): Promise<void>;

  /** Nodes by id in the given order; unknown ids are omitted. */
  nodes(key: SnapshotKey, ids: readonly NodeId[]): Promise<readonly GraphNode[]>;
  /** Files as nodes, by path; unknown ones are omitted. */
  fileNodes(key: SnapshotKey, paths: readonly string[]): Promise<readonly GraphNode[]>;
  /**
   * Edges of one step, by path and line. `defines` edges come from the symbol table. Ambiguous edges are not included: see `namedPlaces`.
   */
  step(key: SnapshotKey, step: GraphStep): Promise<readonly GraphEdge[]>;
  /** The steps in both directions, without the edges of files and packages. A search takes many of them, so it reads little of each edge. */
  neighbors(key: SnapshotKey, query: NeighborQuery): Promise<Neighbors>;
  /** Definitions that these files import with a proven edge, by path and line. */
  importedDefinitions(key: SnapshotKey, paths: readonly string[]): Promise<readonly ImportedDefinition[]>;
  /** Ambiguous uses of one of these names (case-sensitive), by path and line. */
  namedPlaces(key: SnapshotKey, names: readonly string[]): Promise<readonly NamedPlace[]>;
  /** Files that export something else under this name (case-sensitive), as in `export { A as B }`; sorted by path. */
  findReexports(key: SnapshotKey, name: string): Promise<readonly Reexport[]>;
  /** Files with more references than are stored, so that some edges are missing; sorted by path. */
  truncatedFiles(key: SnapshotKey): Promise<readonly { readonly path: string; readonly language: string }[]>;
  /** Files with syntax errors, or with code that is not in their syntax tree, so that some edges may be missing; sorted by path. */
  misparsedFiles(key: SnapshotKey): Promise<readonly { readonly path: string; readonly language: string }[]>;
  /** Definitions nested in these, or methods of these types, without the nodes themselves. */
  members(key: SnapshotKey, ids: readonly NodeId[]): Promise<readonly NodeId[]>;
  /** The highest ranked files or definitions, best first. */
  mostReferenced(key: SnapshotKey, kind: 'files' | 'symbols', limit: number): Promise<readonly GraphNode[]>;
  /** Number of edges of the generation, including ambiguous ones and those to packages, without `defines`. */
  countEdges(key: SnapshotKey): Promise<number>;
  /** Minimum number of edges that were lost since the generation was published. */
  edgesMissing(key: SnapshotKey, expected: number): Promise<number>;
  /** Deletes the edges that nothing else references; called before the files' rows are deleted. */
  remove(removed: SnapshotRemoval): Promise<void>;
}
