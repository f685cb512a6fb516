/**
 * Expands the best spans along proven edges, at most two steps and within a budget: enclosing class, bases,
 * callees, callers and uses. Only results that share a word with the question are kept.
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
  /** The definition it is shown for. */
  readonly node: GraphNode;
}

interface Tools {
  readonly chunkStore: Pick<ChunkStore, 'symbolsAt' | 'chunksAt'>;
  readonly graphStore: Pick<GraphStore, 'step' | 'nodes'>;
}

/** Spans whose surroundings are looked at. */
const seeds = 5;
/** Nodes a step is made from, and those it keeps. */
const nodesAStep = 60;
/** Spans given at most. */
const mostRelated = 8;
/** What each further step leaves of a span's weight. */
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
} as const;
type Relation = keyof typeof relationWeight;

const outward: Partial<Record<EdgeKind, Relation>> = {
  extends: 'extends',
  implements: 'implements',
  calls: 'calls',
  uses: 'uses',
  'has-method': 'has method',
};
const inward: Partial<Record<EdgeKind, Relation>> = {
  extends: 'extended by',
  implements: 'implemented by',
  calls: 'called by',
  uses: 'used by',
  'has-method': 'method of',
};
const kinds = ['extends', 'implements', 'calls', 'uses', 'has-method'] as const satisfies readonly EdgeKind[];

interface Reached {
  readonly weight: number;
  readonly relations: readonly Relation[];
}

/** Spans related to the first of the ranking and not among it, the likeliest to help first. */
export async function expandSpans(
  tools: Tools,
  key: SnapshotKey,
  asked: { readonly question: Question; readonly ranked: readonly RankedSpan[] },
): Promise<readonly RelatedSpan[]> {
  const starts = await nodesOfSpans(tools, key, asked.ranked.slice(0, seeds));
  const first = await reach(tools, key, starts);
  const second = await reach(tools, key, heaviest(first, nodesAStep));
  const reached = new Map([...second, ...first].filter(([id]) => !starts.has(id)));
  const nodes = await tools.graphStore.nodes(key, [...heaviest(reached, nodesAStep).keys()]);
  const worth = nodes
    .map((node) => ({ node, score: (reached.get(node.id)?.weight ?? 0) * affinityOf(asked.question, node) }))
    .filter(({ node, score }) => score > 0 && (asked.question.asksForTests || node.role !== 'test'))
    .sort((a, b) => b.score - a.score)
    .slice(0, mostRelated * 2);
  const chunks = await chunksOf(
    tools,
    key,
    worth.map(({ node }) => node),
  );
  const known = new Set(asked.ranked.slice(0, seeds).map(({ chunk }) => chunk.key));
  return worth
    .flatMap(({ node, score }) => {
      const chunk = chunks.get(node.id);
      if (chunk === undefined || known.has(chunk.key)) return [];
      known.add(chunk.key);
      const relations = reached.get(node.id)?.relations ?? [];
      return [{ chunk, score, scores: { graph: Math.round(score * 10_000) / 10_000 }, relations, node }];
    })
    .slice(0, mostRelated);
}

/** Definitions that begin in the spans or that they lie in, each with the span's score. */
async function nodesOfSpans(
  { chunkStore }: Tools,
  key: SnapshotKey,
  spans: readonly RankedSpan[],
): Promise<Map<NodeId, Reached>> {
  const symbols = await chunkStore.symbolsAt(
    key,
    spans.map(({ chunk }) => chunk),
  );
  const found = new Map<NodeId, Reached>();
  for (const { chunk, score } of spans)
    for (const symbol of symbols) {
      if (symbol.path !== chunk.path) continue;
      const begins = symbol.nameLine >= chunk.startLine && symbol.nameLine <= chunk.endLine;
      const holds = symbol.startLine <= chunk.startLine && symbol.endLine >= chunk.endLine;
      if (!begins && !holds) continue;
      const weight = begins ? score : score * relationWeight.encloses;
      if ((found.get(symbol.id)?.weight ?? 0) < weight) found.set(symbol.id, { weight, relations: [] });
    }
  return found;
}

/** One step both ways. */
async function reach(
  { graphStore }: Tools,
  key: SnapshotKey,
  from: ReadonlyMap<NodeId, Reached>,
): Promise<Map<NodeId, Reached>> {
  const ids = [...heaviest(from, nodesAStep).keys()];
  if (ids.length === 0) return new Map();
  const [out, into] = await Promise.all(
    (['out', 'in'] as const).map((direction) =>
      graphStore.step(key, { from: ids, direction, kinds, tiers: provenTiers }),
    ),
  );
  const found = new Map<NodeId, Reached>();
  const take = (near: NodeId, far: NodeId, relation: Relation | undefined): void => {
    const before = from.get(near);
    // Files and packages are no spans.
    if (before === undefined || relation === undefined || !isDefinition(far)) return;
    const weight = before.weight * stepWeight * relationWeight[relation];
    if ((found.get(far)?.weight ?? 0) < weight)
      found.set(far, { weight, relations: [...before.relations, relation] });
  };
  for (const edge of out ?? []) take(edge.from, edge.to, outward[edge.kind]);
  for (const edge of into ?? []) take(edge.to, edge.from, inward[edge.kind]);
  return found;
}

function isDefinition(id: NodeId): boolean {
  return /^\d+\.\d+$/.test(id);
}

function heaviest(nodes: ReadonlyMap<NodeId, Reached>, most: number): ReadonlyMap<NodeId, Reached> {
  return new Map([...nodes].sort(([, a], [, b]) => b.weight - a.weight).slice(0, most));
}

/** Share of the question's words in what the definition is called, declared and documented as. */
function affinityOf(question: Question, node: GraphNode): number {
  const held = new Set(extractTerms(`${node.symbol ?? node.name} ${node.signature} ${node.documentation}`));
  const found = question.terms.filter((term) => containsWord(held, term)).length;
  return found / Math.max(1, question.terms.length);
}

/** The chunk that bears each definition's name. */
async function chunksOf(
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
        (one) => one.path === node.path && one.startLine <= node.nameLine && one.endLine >= node.nameLine,
      );
      return chunk === undefined ? [] : [[node.id, chunk] as const];
    }),
  );
}
