/**
 * Expands the best spans along proven edges, at most two steps and within a budget: enclosing class, bases,
 * callees, callers, uses, and definitions that a span's file imports and the span names. Only results that share a word with the question are returned.
 */

import { provenTiers, type EdgeKind, type GraphNode, type NodeId } from '../../core/code/edge.ts';
import { containsWord, type Question } from '../../core/answers/question.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import { extractTerms } from '../../core/text/terms.ts';
import type { ChunkRow, ChunkStore } from '../../ports/chunk-store.ts';
import type { GraphStore } from '../../ports/graph-store.ts';
import type { RankedSpan } from '../ranking/rank-spans.ts';

interface RelatedSpan extends RankedSpan {
  readonly relations: readonly string[];
  /** The definition that the span shows. */
  readonly node: GraphNode;
}

interface Tools {
  readonly chunkStore: Pick<ChunkStore, 'symbolsAt' | 'chunksAt'>;
  readonly graphStore: Pick<GraphStore, 'step' | 'nodes'>;
}

/** Only the best spans are expanded. */
const maxSeeds = 5;
/** Maximum number of nodes that a step starts from, and of nodes that are read. */
const maxNodesPerStep = 60;
/** Maximum number of returned spans. */
const maxRelated = 8;
/** Each step multiplies a span's weight by this. */
const stepWeight = 0.5;

const relationWeight = {
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
const kinds = ['extends', 'implements', 'calls', 'uses', 'has-method'] as const satisfies readonly EdgeKind[];

interface ReachedNode {
  readonly weight: number;
  readonly relations: readonly Relation[];
}

/** Returns spans that are related to the best ranked spans but not among them, best first. */
export async function expandSpans(
  tools: Tools,
  key: SnapshotKey,
  query: { readonly question: Question; readonly ranked: readonly RankedSpan[] },
): Promise<readonly RelatedSpan[]> {
  const starts = await findSpanNodes(tools, key, query.ranked.slice(0, maxSeeds));
  const [neighbors, imported] = await Promise.all([
    expandNodes(tools, key, starts),
    findImported(tools, key, { starts, spans: query.ranked.slice(0, maxSeeds) }),
  ]);
  const first = new Map([...imported, ...neighbors]);
  const second = await expandNodes(tools, key, takeHeaviest(first, maxNodesPerStep));
  const reached = new Map([...second, ...first].filter(([id]) => !starts.has(id)));
  const nodes = await tools.graphStore.nodes(key, [...takeHeaviest(reached, maxNodesPerStep).keys()]);
  const candidates = nodes
    .map((node) => ({ node, score: (reached.get(node.id)?.weight ?? 0) * wordOverlap(query.question, node) }))
    .filter(({ node, score }) => score > 0 && (query.question.asksForTests || node.role !== 'test'))
    .sort((a, b) => b.score - a.score)
    .slice(0, maxRelated * 2);
  const chunks = await readChunks(
    tools,
    key,
    candidates.map(({ node }) => node),
  );
  const known = new Set(query.ranked.slice(0, maxSeeds).map(({ chunk }) => chunk.key));
  return candidates
    .flatMap(({ node, score }) => {
      const chunk = chunks.get(node.id);
      if (chunk === undefined || known.has(chunk.key)) return [];
      known.add(chunk.key);
      const relations = reached.get(node.id)?.relations ?? [];
      return [{ chunk, score, scores: { graph: Math.round(score * 10_000) / 10_000 }, relations, node }];
    })
    .slice(0, maxRelated);
}

/** Returns the definitions that start in the spans or enclose them, with the score of the span. */
async function findSpanNodes(
  { chunkStore }: Tools,
  key: SnapshotKey,
  spans: readonly RankedSpan[],
): Promise<Map<NodeId, ReachedNode>> {
  const symbols = await chunkStore.symbolsAt(
    key,
    spans.map(({ chunk }) => chunk),
  );
  const found = new Map<NodeId, ReachedNode>();
  for (const { chunk, score } of spans)
    for (const symbol of symbols) {
      if (symbol.path !== chunk.path) continue;
      const startsInside = symbol.nameLine >= chunk.startLine && symbol.nameLine <= chunk.endLine;
      const contains = symbol.startLine <= chunk.startLine && symbol.endLine >= chunk.endLine;
      if (!startsInside && !contains) continue;
      const weight = startsInside ? score : score * relationWeight.encloses;
      if ((found.get(symbol.id)?.weight ?? 0) < weight) found.set(symbol.id, { weight, relations: [] });
    }
  return found;
}

/** Takes one step along incoming and outgoing edges. */
async function expandNodes(
  { graphStore }: Tools,
  key: SnapshotKey,
  from: ReadonlyMap<NodeId, ReachedNode>,
): Promise<Map<NodeId, ReachedNode>> {
  const ids = [...takeHeaviest(from, maxNodesPerStep).keys()];
  if (ids.length === 0) return new Map();
  const [outgoing, incoming] = await Promise.all(
    (['out', 'in'] as const).map((direction) =>
      graphStore.step(key, { from: ids, direction, kinds, tiers: provenTiers }),
    ),
  );
  const found = new Map<NodeId, ReachedNode>();
  const addNeighbor = (fromId: NodeId, toId: NodeId, relation: Relation | undefined): void => {
    const before = from.get(fromId);
    // Files and packages are not spans.
    if (before === undefined || relation === undefined || !isDefinition(toId)) return;
    const weight = before.weight * stepWeight * relationWeight[relation];
    if ((found.get(toId)?.weight ?? 0) < weight)
      found.set(toId, { weight, relations: [...before.relations, relation] });
  };
  for (const edge of outgoing ?? []) addNeighbor(edge.from, edge.to, outgoingRelations[edge.kind]);
  for (const edge of incoming ?? []) addNeighbor(edge.to, edge.from, incomingRelations[edge.kind]);
  return found;
}

/** Finds the definitions that the files of the spans import, and whose names occur in one of these spans. */
async function findImported(
  { graphStore }: Tools,
  key: SnapshotKey,
  {
    starts,
    spans,
  }: { readonly starts: ReadonlyMap<NodeId, ReachedNode>; readonly spans: readonly RankedSpan[] },
): Promise<Map<NodeId, ReachedNode>> {
  const weights = new Map<NodeId, number>();
  for (const [id, { weight }] of starts) {
    const file = id.slice(0, id.indexOf('.'));
    weights.set(file, Math.max(weight, weights.get(file) ?? 0));
  }
  if (weights.size === 0) return new Map();
  const edges = await graphStore.step(key, {
    from: [...weights.keys()],
    direction: 'out',
    kinds: ['imports'],
    tiers: provenTiers,
  });
  const imports = new Map(edges.filter(({ to }) => isDefinition(to)).map((edge) => [edge.to, edge]));
  const nodes = await graphStore.nodes(key, [...imports.keys()].slice(0, maxNodesPerStep));
  const found = new Map<NodeId, ReachedNode>();
  for (const { id, name } of nodes) {
    const edge = imports.get(id);
    const isUsed = spans.some(({ chunk }) => chunk.path === edge?.path && hasWord(chunk.raw, name));
    const weight = (weights.get(edge?.from ?? '') ?? 0) * stepWeight * relationWeight.imports;
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

function isDefinition(id: NodeId): boolean {
  return /^\d+\.\d+$/.test(id);
}

function takeHeaviest(
  nodes: ReadonlyMap<NodeId, ReachedNode>,
  limit: number,
): ReadonlyMap<NodeId, ReachedNode> {
  return new Map([...nodes].sort(([, a], [, b]) => b.weight - a.weight).slice(0, limit));
}

/** Returns the fraction of the question's words in the definition's name, signature and documentation. */
function wordOverlap(question: Question, node: GraphNode): number {
  const nodeWords = new Set(
    extractTerms(`${node.symbol ?? node.name} ${node.signature} ${node.documentation}`),
  );
  const found = question.terms.filter((term) => containsWord(nodeWords, term)).length;
  return found / Math.max(1, question.terms.length);
}

/** Returns the chunk that contains the name of each definition. */
async function readChunks(
  { chunkStore }: Tools,
  key: SnapshotKey,
  nodes: readonly GraphNode[],
): Promise<ReadonlyMap<NodeId, ChunkRow>> {
  const chunks = await chunkStore.chunksAt(
    key,
    nodes.map(({ path, nameLine }) => ({ path, line: nameLine })),
  );
  return new Map(
    nodes.flatMap((node) => {
      const chunk = chunks.find(
        (candidate) =>
          candidate.path === node.path &&
          candidate.startLine <= node.nameLine &&
          candidate.endLine >= node.nameLine,
      );
      return chunk === undefined ? [] : [[node.id, chunk] as const];
    }),
  );
}
