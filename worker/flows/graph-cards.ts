/** What a question to the graph gives, as cards: a table of every result, the graph around what was asked about, a chain. */

import type { CardNode, Card, ChainCard, GraphCard, TableCard } from '../core/card.ts';
import type { GraphNode, NodeId } from '../core/edge.ts';
import type { GraphRelation } from '../core/question.ts';
import type { GraphItem } from '../answering/graph-material.ts';
import { whereOf } from '../answering/graph-wording.ts';
import type { GraphOutcome } from './graph/graph-outcome.ts';
import { givenInWords } from './graph/narrow-outcome.ts';

/** More rows or nodes are in the CSV, and on the graph's own page. */
export const rowsShown = 1_000;
const nodesShown = 150;

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

export interface Told {
  readonly relation: GraphRelation;
  readonly outcome: GraphOutcome;
  readonly items: readonly GraphItem[];
  /** By `path:line`. */
  readonly lines: ReadonlyMap<string, string>;
}

export function tableCard({ relation, outcome, items, lines }: Told): TableCard {
  const rows = items.slice(0, rowsShown).map(({ node, edge, distance, evidence }) => ({
    cells: [
      labelOf(node),
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
    ...baseOf('table', relation, outcome),
    total: items.length,
    truncated: outcome.truncatedBy !== undefined || items.length > rows.length,
    columns: ['Name', 'File', 'Distance', 'Edge', 'How sure', 'Proof', 'Line'],
    rows,
    csv: `${outcome.repeat}&format=csv`,
  };
}

export function graphCard(relation: GraphRelation, outcome: GraphOutcome): GraphCard {
  const nodes = [...outcome.within, ...outcome.nodes]
    .filter(({ id }) => id !== outcome.focus.id)
    .slice(0, nodesShown);
  const shown = new Set<NodeId>([outcome.focus.id, ...nodes.map(({ id }) => id)]);
  return {
    type: 'graph',
    ...baseOf('graph', relation, outcome),
    total: outcome.total,
    truncated: outcome.truncatedBy !== undefined || outcome.nodes.some(({ id }) => !shown.has(id)),
    focus: cardNode(outcome.focus),
    nodes: nodes.map(cardNode),
    edges: outcome.edges.filter((edge) => shown.has(edge.from) && shown.has(edge.to)),
  };
}

export function chainCard(outcome: GraphOutcome): ChainCard {
  const last = outcome.nodes.at(-1);
  const base = baseOf('chain', 'chain', outcome);
  return {
    type: 'chain',
    ...base,
    title: last === undefined ? base.title : `${base.title} to ${labelOf(last)}`,
    total: outcome.edges.length,
    truncated: false,
    nodes: outcome.nodes.map(cardNode),
    edges: outcome.edges,
  };
}

export function labelOf(node: GraphNode): string {
  return node.symbol ?? (node.path === '' ? node.name : node.path);
}

function baseOf(
  id: string,
  relation: GraphRelation,
  outcome: GraphOutcome,
): Pick<Card, 'id' | 'title' | 'query'> {
  const { focus, repeat, narrowing } = outcome;
  const narrowed =
    narrowing === undefined ? '' : ` ${whereOf(narrowing)}; the query gives ${givenInWords(outcome)}`;
  return { id, title: `${titles[relation]} ${labelOf(focus)}${narrowed}`, query: repeat };
}

function cardNode({
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
