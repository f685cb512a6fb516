/** Builds the cards of a graph answer: a table of all results, the graph around the focus, or a chain. */

import type { GraphItem } from '../../../answering/compose/graph-material.ts';
import { describeFilter } from '../../../answering/compose/graph-wording.ts';
import type { Card, CardNode, ChainCard, GraphCard, TableCard } from '../../../core/answers/card.ts';
import type { GraphRelation } from '../../../core/answers/question.ts';
import type { GraphNode, NodeId } from '../../../core/code/edge.ts';
import type { GraphOutcome } from '../../graph/graph-query.ts';
import { describeUnfiltered } from './filter-outcome.ts';

/** Limits for a card. The CSV and the graph page show all results. */
export const maxRows = 1_000;
const maxNodesShown = 150;

const titles = {
  callers: 'Callers of',
  callees: 'What is called by',
  importers: 'Importers of',
  imports: 'Imports of',
  dependents: 'What depends on',
  dependencies: 'What is used by',
  subclasses: 'Subtypes of',
  bases: 'Base types of',
  references: 'Uses of',
  chain: 'Chain from',
} as const satisfies Record<GraphRelation, string>;

interface TableInput {
  readonly relation: GraphRelation;
  readonly outcome: GraphOutcome;
  readonly items: readonly GraphItem[];
  /** Source lines by `path:line`. */
  readonly lines: ReadonlyMap<string, string>;
}

export function tableCard({ relation, outcome, items, lines }: TableInput): TableCard {
  const rows = items.slice(0, maxRows).map(({ node, edge, distance, evidence }) => ({
    cells: [
      labelNode(node),
      node.path,
      String(distance),
      edge.kind,
      edge.tier,
      `${edge.path}:${edge.line}`,
      lines.get(`${edge.path}:${edge.line}`) ?? '',
    ],
    evidence: evidence?.id,
  }));
  return {
    type: 'table',
    ...cardBase('table', relation, outcome),
    total: items.length,
    truncated: outcome.truncatedBy !== undefined || items.length > rows.length,
    columns: ['Name', 'File', 'Distance', 'Edge', 'Certainty', 'Proof', 'Line'],
    rows,
    csv: `${outcome.repeat}&format=csv`,
  };
}

export function graphCard(relation: GraphRelation, outcome: GraphOutcome): GraphCard {
  const nodes = [...outcome.within, ...outcome.nodes]
    .filter(({ id }) => id !== outcome.focus.id)
    .slice(0, maxNodesShown);
  const shown = new Set<NodeId>([outcome.focus.id, ...nodes.map(({ id }) => id)]);
  return {
    type: 'graph',
    ...cardBase('graph', relation, outcome),
    total: outcome.total,
    truncated: outcome.truncatedBy !== undefined || outcome.nodes.some(({ id }) => !shown.has(id)),
    focus: toCardNode(outcome.focus),
    nodes: nodes.map(toCardNode),
    edges: outcome.edges.filter((edge) => shown.has(edge.from) && shown.has(edge.to)),
  };
}

export function chainCard(outcome: GraphOutcome): ChainCard {
  const last = outcome.nodes.at(-1);
  const base = cardBase('chain', 'chain', outcome);
  return {
    type: 'chain',
    ...base,
    title: last === undefined ? base.title : `${base.title} to ${labelNode(last)}`,
    total: outcome.edges.length,
    truncated: false,
    nodes: outcome.nodes.map(toCardNode),
    edges: outcome.edges,
  };
}

export function labelNode(node: GraphNode): string {
  return node.symbol ?? (node.path === '' ? node.name : node.path);
}

function cardBase(
  id: string,
  relation: GraphRelation,
  outcome: GraphOutcome,
): Pick<Card, 'id' | 'title' | 'query'> {
  const { focus, repeat, narrowing } = outcome;
  const filterText =
    narrowing === undefined
      ? ''
      : ` ${describeFilter(narrowing)}; the query returns ${describeUnfiltered(outcome)}`;
  return { id, title: `${titles[relation]} ${labelNode(focus)}${filterText}`, query: repeat };
}

function toCardNode({
  id,
  kind,
  name,
  symbol,
  path,
  startLine,
  endLine,
  role,
  complexity,
}: GraphNode): CardNode {
  return { id, kind, name, symbol, path, startLine, endLine, role, complexity };
}
