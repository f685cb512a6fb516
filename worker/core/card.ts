/** What an answer shows beside its sentences, sent again under the same id as it fills. */

import type { GraphEdge, GraphNode } from './edge.ts';
import type { OriginReason } from './evidence.ts';

/** A node as far as a picture needs it. */
export type CardNode = Pick<
  GraphNode,
  'id' | 'kind' | 'name' | 'symbol' | 'path' | 'startLine' | 'endLine' | 'role' | 'complexity'
>;

interface CardBase {
  readonly id: string;
  readonly title: string;
  /** Path and query of the API call that gives the whole again. */
  readonly query: string;
  /** Items there are in all; the card holds the first of them. */
  readonly total: number;
  /** Items were left out, or the search for them was cut. */
  readonly truncated: boolean;
}

/** What lies around one node. */
export interface GraphCard extends CardBase {
  readonly type: 'graph';
  readonly focus: CardNode;
  readonly nodes: readonly CardNode[];
  readonly edges: readonly GraphEdge[];
}

/** How one definition reaches another: nodes in order, and the edge from each to the next. */
export interface ChainCard extends CardBase {
  readonly type: 'chain';
  readonly nodes: readonly CardNode[];
  readonly edges: readonly GraphEdge[];
}

/** A list with columns. */
export interface TableCard extends CardBase {
  readonly type: 'table';
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
  /** Path and query of the same list as CSV. */
  readonly csv: string;
}

interface TableRow {
  readonly cells: readonly string[];
  /** The evidence that proves the row, if it was shown. */
  readonly evidence: string | undefined;
}

/** Commits that tell of what was asked about, the best first. */
interface TimelineCard extends CardBase {
  readonly type: 'timeline';
  readonly entries: readonly TimelineCardEntry[];
}

export interface TimelineCardEntry {
  readonly commit: string;
  readonly subject: string;
  readonly author: string;
  /** Milliseconds since 1970. */
  readonly authoredAt: number;
  readonly reason: OriginReason | 'mentions';
  readonly pullRequest: number | undefined;
  /** The evidence that proves it, if it was shown. */
  readonly evidence: string | undefined;
}

export type Card = GraphCard | ChainCard | TableCard | TimelineCard;
