/**
 * Edges of snapshots. They are made from what files say of others (`core/reference.ts`), a range of files at a time, and stored
 * once for as many snapshots of a repository as hold a file with the same ones. Reads name a snapshot and a generation and see
 * nothing of any other.
 */

import type { EdgeKind, EdgeTier, FileEdge, GraphEdge, GraphNode, NodeId } from '../core/edge.ts';
import type { FileRole } from '../core/file.ts';
import type { FileOutline, FileUses } from '../core/reference.ts';
import type { RemovedState, SnapshotKey } from '../core/repository.ts';
import type { SymbolKind } from '../core/symbol.ts';
import type { HeldPart } from './job-parts.ts';

/** A definition as resolving sees it; its place in the file's list is its ordinal. */
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
  /** SHA-256 over the path and the edges in order: the same edges are stored once. */
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

/** A place that names something which several definitions could be. */
export interface NamedPlace {
  /** The definition or file the place lies in. */
  readonly from: NodeId;
  readonly name: string;
  readonly kind: EdgeKind;
  readonly path: string;
  readonly line: number;
  readonly candidates: number;
}

/** A file that gives a name out which is another's. */
export interface GivenOut {
  readonly path: string;
  /** What it stands for: a name of the file, or of the module it is imported from. */
  readonly local: string;
  /** Where it is imported to be given out; undefined where it is a name of the file. */
  readonly line: number | undefined;
}

export interface RankedNode {
  readonly id: NodeId;
  /** As in `GraphNode`. */
  readonly rank: number;
}

export interface GraphStore {
  /** Edges one step or one list gives at most; more are cut, in the order of path and line. */
  readonly maxEdges: number;
  /** Node ids one call takes at most. */
  readonly maxNodes: number;

  /** Every parsed file of the generation with its definitions and outline, in the order of ids. */
  linkableFiles(key: SnapshotKey): Promise<readonly LinkableFile[]>;
  /** Ranges of files of about `linesPerRange` lines each, in order: the link parts. Files that refer to nothing count little. */
  linkRanges(key: SnapshotKey, linesPerRange: number): Promise<readonly FileRange[]>;
  /** What the files of a range refer to, by file id. */
  usesOf(key: SnapshotKey, range: FileRange): Promise<ReadonlyMap<number, FileUses>>;
  /**
   * Ends a link part: edges not stored yet or not whole, and each file tied to its own.
   * @throws when the part is no longer held, and when edges taken for stored were removed meanwhile; nothing is written then.
   */
  saveEdges(
    key: SnapshotKey,
    part: HeldPart,
    linked: { readonly repositoryId: string; readonly files: readonly LinkedFile[] },
  ): Promise<void>;
  /** Every edge that leads to a file or a definition, for ranking; those of tier `name-match` left out. */
  allEdges(key: SnapshotKey): Promise<readonly Pick<GraphEdge, 'from' | 'to' | 'kind'>[]>;
  /** Edges that hang on the files of a range, of every tier, by path and line; ambiguous ones left out. */
  edgesOfRange(key: SnapshotKey, range: FileRange): Promise<readonly GraphEdge[]>;
  /** Ends the rank part. Nodes not named have rank 0. */
  saveRanks(key: SnapshotKey, part: HeldPart, ranks: readonly RankedNode[]): Promise<void>;

  /** Nodes by id, in the order asked for; ids that are not there are left out. */
  nodes(key: SnapshotKey, ids: readonly NodeId[]): Promise<readonly GraphNode[]>;
  /** Files as nodes, by path; those that are not there are left out. */
  fileNodes(key: SnapshotKey, paths: readonly string[]): Promise<readonly GraphNode[]>;
  /**
   * Edges of one step, by path and line. `defines` edges are those of the symbol table. An edge to several possible definitions
   * is none: see `namedPlaces`.
   */
  step(key: SnapshotKey, step: GraphStep): Promise<readonly GraphEdge[]>;
  /** Places that name one of these (letter case counts) and could mean several definitions, by path and line. */
  namedPlaces(key: SnapshotKey, names: readonly string[]): Promise<readonly NamedPlace[]>;
  /** Files that give something out under this name (letter case counts) which is called otherwise: `export { A as B }`. By path. */
  givenOutAs(key: SnapshotKey, name: string): Promise<readonly GivenOut[]>;
  /** Files that name more than is kept of one: edges of what they name further down are missing. By path. */
  filesCut(key: SnapshotKey): Promise<readonly { readonly path: string; readonly language: string }[]>;
  /** Definitions that lie in these by nesting or by being a type's method, not the nodes themselves. */
  members(key: SnapshotKey, ids: readonly NodeId[]): Promise<readonly NodeId[]>;
  /** The highest ranked files or definitions, best first. */
  mostReferred(key: SnapshotKey, of: 'files' | 'symbols', limit: number): Promise<readonly GraphNode[]>;
  /** How many edges the generation has, ambiguous ones and those to packages included, `defines` not. */
  countEdges(key: SnapshotKey): Promise<number>;
  /** How many of the edges it had when it was published are not there any more, at least; 0 where all are. */
  edgesMissing(key: SnapshotKey, expected: number): Promise<number>;
  /** Removes the edges that nothing else holds; called before the files' rows go. */
  remove(removed: RemovedState): Promise<void>;
}
