/** A card of an answer in the shape the API tells it in. */

import type { Card as WireCard } from '../contract/card.ts';
import type { Card, CardNode, TimelineCardEntry } from '../core/card.ts';

export function cardToWire(card: Card): WireCard {
  switch (card.type) {
    case 'graph':
      return {
        ...card,
        focus: nodeToWire(card.focus),
        nodes: card.nodes.map(nodeToWire),
        edges: [...card.edges],
      };
    case 'chain':
      return { ...card, nodes: card.nodes.map(nodeToWire), edges: [...card.edges] };
    case 'table':
      return {
        ...card,
        columns: [...card.columns],
        rows: card.rows.map(({ cells, evidence }) => ({
          cells: [...cells],
          ...(evidence === undefined ? {} : { evidence }),
        })),
      };
    case 'timeline':
      return { ...card, entries: card.entries.map(entryToWire) };
  }
}

function entryToWire({ authoredAt, pullRequest, evidence, ...entry }: TimelineCardEntry) {
  return {
    ...entry,
    date: new Date(authoredAt).toISOString(),
    ...(pullRequest === undefined ? {} : { pullRequest }),
    ...(evidence === undefined ? {} : { evidence }),
  };
}

function nodeToWire({ symbol, ...node }: CardNode) {
  return { ...node, ...(symbol === undefined ? {} : { symbol }) };
}
