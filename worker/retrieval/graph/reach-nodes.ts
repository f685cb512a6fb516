/** Weighs the nodes that the graph connects to the best spans: less with each step, and by what connects them. */

import type { EdgeKind, NodeId } from '../../core/code/edge.ts';
import type { ImportedDefinition, Neighbors } from '../../ports/graph-store.ts';
import type { RankedSpan } from '../ranking/rank-spans.ts';

/** Maximum number of nodes that a step starts from, and of nodes that are read. */
const maxNodesPerStep = 60;
/** Each step multiplies a span's weight by this. */
const stepWeight = 0.5;

export const relationWeight = {
  encloses: 0.9,
  extends: 0.9,
  implements: 0.9,
  calls: 0.8,
  uses: 0.7,
  'called by': 0.7,
  'used by': 0.5,
  'extended by': 0.6,
  'implemented by': 0.7,
  'has method': 0.6,
  'method of': 0.9,
  imports: 0.6,
} as const;
type Relation = keyof typeof relationWeight;

const outgoingRelations: Partial<Record<EdgeKind, Relation>> = {
  extends: 'extends',
  implements: 'implements',
  calls: 'calls',
  uses: 'uses',
  'has-method': 'has method',
};
const incomingRelations: Partial<Record<EdgeKind, Relation>> = {
  extends: 'extended by',
  implements: 'implemented by',
  calls: 'called by',
  uses: 'used by',
  'has-method': 'method of',
};

export interface ReachedNode {
  readonly weight: number;
  readonly relations: readonly Relation[];
}

/** Nodes with the weight of the best way to them. */
export type Reached = ReadonlyMap<NodeId, ReachedNode>;

/** Weighs the neighbors of nodes. A node that several edges reach has the highest of their weights. */
export function connect(from: Reached, { outgoing, incoming }: Neighbors): Reached {
  const found = new Map<NodeId, ReachedNode>();
  const addNeighbor = (fromId: NodeId, toId: NodeId, relation: Relation | undefined): void => {
    const before = from.get(fromId);
    if (before === undefined || relation === undefined) return;
    const weight = before.weight * stepWeight * relationWeight[relation];
    if ((found.get(toId)?.weight ?? 0) < weight)
      found.set(toId, { weight, relations: [...before.relations, relation] });
  };
  for (const edge of outgoing) addNeighbor(edge.from, edge.to, outgoingRelations[edge.kind]);
  for (const edge of incoming) addNeighbor(edge.to, edge.from, incomingRelations[edge.kind]);
  return found;
}

/** Selects the definitions that the files of the spans import, and whose names occur in one of these spans. */
export function findImported(
  edges: readonly ImportedDefinition[],
  { starts, spans }: { readonly starts: Reached; readonly spans: readonly RankedSpan[] },
): Reached {
  const weights = new Map<NodeId, number>();
  for (const [id, { weight }] of starts) {
    const file = id.slice(0, id.indexOf('.'));
    weights.set(file, Math.max(weight, weights.get(file) ?? 0));
  }
  const imports = new Map(edges.filter(({ from }) => weights.has(from)).map((edge) => [edge.to, edge]));
  const found = new Map<NodeId, ReachedNode>();
  for (const [id, { from, path, name }] of [...imports].slice(0, maxNodesPerStep)) {
    const isUsed = spans.some(({ chunk }) => chunk.path === path && hasWord(chunk.raw, name));
    const weight = (weights.get(from) ?? 0) * stepWeight * relationWeight.imports;
    if (isUsed && weight > 0) found.set(id, { weight, relations: ['imports'] });
  }
  return found;
}

/** Whether the text contains the name as a whole word. */
function hasWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const isPart = /[\p{L}\p{N}_$]/u;
    if (!isPart.test(text.charAt(at - 1)) && !isPart.test(text.charAt(at + name.length))) return true;
  }
  return false;
}

/** Returns the nodes from which a step may start. */
export function takeHeaviest(nodes: Reached): Reached {
  return new Map([...nodes].sort(([, a], [, b]) => b.weight - a.weight).slice(0, maxNodesPerStep));
}
