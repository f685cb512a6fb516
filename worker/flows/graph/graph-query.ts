/** Defines a graph query: its request, its limits and its outcome. */

import { AppError } from '../../core/errors.ts';
import {
  provenTiers,
  type EdgeKind,
  type EdgeTier,
  type NodeId,
  type GraphEdge,
  type GraphNode,
} from '../../core/code/edge.ts';
import type { TraversalOptions } from '../../retrieval/graph/walk-graph.ts';
import type { NodeReference } from './find-focus.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import type { Services } from '../services.ts';
import type { NamedPlace } from '../../ports/graph-store.ts';

export type GraphServices = Pick<Services, 'chunkStore' | 'graphStore' | 'clock'>;

export interface GraphQuery extends NodeReference {
  readonly query: GraphQueryName;
  /** The end of a chain. */
  readonly to?: string | undefined;
  readonly toPath?: string | undefined;
  /** Maximum number of steps: 1 by default, 8 for a chain. */
  readonly depth?: number | undefined;
  readonly tiers?: readonly EdgeTier[] | undefined;
  readonly kinds?: readonly EdgeKind[] | undefined;
  /** Maximum number of nodes returned. */
  readonly limit?: number | undefined;
}

/** Edge kinds that make one node depend on another. */
export const dependencyKinds = [
  'calls',
  'uses',
  'extends',
  'implements',
  'imports',
] as const satisfies readonly EdgeKind[];

/** Maximum nodes that one query may reach. */
export const maxNodes = 20_000;
/** Time limit of one query in milliseconds. A step that has started is finished. */
const maxMs = 3_000;

export function walkLimits(
  services: GraphServices,
  request: GraphQuery,
): Pick<TraversalOptions, 'tiers' | 'maxNodes' | 'hasTimeLeft'> {
  const until = services.clock.now() + maxMs;
  return { tiers: request.tiers ?? provenTiers, maxNodes, hasTimeLeft: () => services.clock.now() < until };
}

/** Whether the snapshot has a graph. Snapshots from before the link stage existed have none, so an empty result would be wrong. */
export function hasGraph({ snapshot }: ResolvedSnapshot): boolean {
  return snapshot.timings['link'] !== undefined;
}

/** @throws AppError `graph_missing` */
export function requireGraph(resolved: ResolvedSnapshot): void {
  if (!hasGraph(resolved))
    throw new AppError('graph_missing', 'The snapshot was indexed before graphs existed. Index it again.', {
      details: { version: resolved.snapshot.id },
    });
}

/** Reads the members of definitions and files. */
export async function findMembers(
  services: GraphServices,
  { key }: ResolvedSnapshot,
  ids: readonly NodeId[],
): Promise<readonly NodeId[]> {
  const { graphStore } = services;
  const members: NodeId[] = [];
  for (let index = 0; index < ids.length; index += graphStore.maxNodes)
    members.push(...(await graphStore.members(key, ids.slice(index, index + graphStore.maxNodes))));
  return members;
}

/** Returns the path and query string of the API request that repeats the query. */
export function queryUrl({ repository, snapshot }: ResolvedSnapshot, request: GraphQuery): string {
  const { query, tiers, kinds, ...rest } = request;
  const values = { ...rest, tiers: tiers?.join(','), kinds: kinds?.join(','), version: snapshot.id };
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) parameters.set(name, String(value));
  return `/v1/repositories/${repository.id}/graph/${query}?${parameters.toString()}`;
}

export type GraphQueryName =
  | 'callers'
  | 'callees'
  | 'importers'
  | 'imports'
  | 'dependents'
  | 'dependencies'
  | 'subclasses'
  | 'chain'
  | 'neighbours'
  | 'references';

export interface ReachedNode extends GraphNode {
  /** Steps from the focus; in a chain, the node's index. */
  readonly distance: number;
}

/** The result of a graph query. */
export interface GraphOutcome {
  readonly query: GraphQueryName;
  /** The node that the query is about. */
  readonly focus: GraphNode;
  /** Definitions that the query treats as the focus: its overloads, and its members if the query includes them. */
  readonly within: readonly GraphNode[];
  /** Other definitions with this name. */
  readonly others: readonly GraphNode[];
  /** The results; for a chain, all its nodes in order, or none if there is no chain. */
  readonly nodes: readonly ReachedNode[];
  readonly edges: readonly GraphEdge[];
  /** Set if only results in tests, outside tests or in some files were requested. Contains the other results too. */
  readonly narrowing?: {
    readonly only: 'tests' | 'sources' | undefined;
    /** The file or folder, as the user wrote it. */
    readonly within: string | undefined;
    readonly elsewhere: readonly ReachedNode[];
  };
  /** Places whose name may refer to the focus or to something else; only with tier `name-match`. */
  readonly unsure: readonly NamedPlace[];
  /** Number of nodes found, which exceeds the length of `nodes` if `truncatedBy` is `limit`. */
  readonly total: number;
  readonly truncatedBy: 'limit' | 'nodes' | 'time' | 'depth' | undefined;
  /** Sentences about what the graph may miss: names without proof, files with syntax errors, and every other reason if there are no results. */
  readonly gaps: readonly string[];
  /** Path and query string of the API request that repeats the query. */
  readonly repeat: string;
}
