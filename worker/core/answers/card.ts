/** Cards: graphs, chains, tables and timelines shown with an answer. An updated card is sent again under the same id. */

import type { GraphEdge, GraphNode } from '../code/edge.ts';
import type { OriginReason } from './evidence.ts';

/** The fields of a node that a diagram needs. */
export type CardNode = Pick<
  GraphNode,
  'id' | 'kind' | 'name' | 'symbol' | 'path' | 'startLine' | 'endLine' | 'role' | 'complexity'
>;

interface CardBase {
  readonly id: string;
  readonly title: string;
  /** Path and query of the API call that returns the complete result. */
  readonly query: string;
  /** Number of items in all; the card contains the first ones. */
  readonly total: number;
  /** The card omits items, or the search stopped early. */
  readonly truncated: boolean;
}

/** The neighborhood of one node. */
export interface GraphCard extends CardBase {
  readonly type: 'graph';
  readonly focus: CardNode;
  readonly nodes: readonly CardNode[];
  readonly edges: readonly GraphEdge[];
}

/** A path between two definitions: nodes in order, and the edge from each to the next. */
export interface ChainCard extends CardBase {
  readonly type: 'chain';
  readonly nodes: readonly CardNode[];
  readonly edges: readonly GraphEdge[];
}

export interface TableCard extends CardBase {
  readonly type: 'table';
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
  /** Path and query of the same list as CSV. */
  readonly csv: string;
}

interface TableRow {
  readonly cells: readonly string[];
  /** Id of the evidence that proves the row, if the answer shows it. */
  readonly evidence: string | undefined;
}

/** Commits relevant to the question, best first. */
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
  /** Id of the evidence that proves the entry, if the answer shows it. */
  readonly evidence: string | undefined;
}

export type Card = GraphCard | ChainCard | TableCard | TimelineCard;
