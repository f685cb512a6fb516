/** What a question to the graph gives. */

import type { GraphEdge, GraphNode } from '../../core/edge.ts';
import type { NamedPlace } from '../../ports/graph-store.ts';

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

export interface FoundNode extends GraphNode {
  /** Steps from the focus; of a chain the node's place, from 0. */
  readonly distance: number;
}

export interface GraphOutcome {
  readonly query: GraphQueryName;
  /** What was asked about. */
  readonly focus: GraphNode;
  /** Definitions that count as the focus: overloads of it, and what lies in it where the query looks inside. */
  readonly within: readonly GraphNode[];
  /** Other definitions of that name. */
  readonly others: readonly GraphNode[];
  /** The results alone; of a chain all its nodes in order, none when there is no chain. */
  readonly nodes: readonly FoundNode[];
  readonly edges: readonly GraphEdge[];
  /** Where only results in tests, outside them or in some files were asked for: the results that the query gives beside. */
  readonly narrowing?: {
    readonly only: 'tests' | 'sources' | undefined;
    /** The file or folder, as it was said. */
    readonly within: string | undefined;
    readonly elsewhere: readonly FoundNode[];
  };
  /** Places whose name could mean the focus or something else; only with tier `name-match`. */
  readonly unsure: readonly NamedPlace[];
  /** Nodes found; more than `nodes` holds when `truncatedBy` is `limit`. */
  readonly total: number;
  readonly truncatedBy: 'limit' | 'nodes' | 'time' | 'depth' | undefined;
  /** Where nothing was found: what could hide something, in sentences. */
  readonly hidden: readonly string[];
  /** Path and query of the API call that gives this again. */
  readonly repeat: string;
}
