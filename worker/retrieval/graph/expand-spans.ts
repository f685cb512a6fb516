/**
 * Expands the best spans along proven edges, at most two steps and within a budget: enclosing class, bases,
 * callees, callers, uses, and definitions that a span's file imports and the span names. Only results that share a word with the question are returned.
 */

import { provenTiers, type EdgeKind, type GraphNode, type NodeId } from '../../core/code/edge.ts';
import { containsWord, listForms, type Question } from '../../core/answers/question.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import { createTermFinder } from '../../core/text/term-finder.ts';
import type { ChunkRow, ChunkStore } from '../../ports/chunk-store.ts';
import type { GraphStore } from '../../ports/graph-store.ts';
import type { RankedSpan } from '../ranking/rank-spans.ts';
import {
  connect,
  findImported,
  relationWeight,
  takeHeaviest,
  type Reached,
  type ReachedNode,
} from './reach-nodes.ts';

interface RelatedSpan extends RankedSpan {
  readonly relations: readonly string[];
  /** The definition that the span shows. */
  readonly node: GraphNode;
}

interface Tools {
  readonly chunkStore: Pick<ChunkStore, 'symbolsAt' | 'chunksAt'>;
  readonly graphStore: Pick<GraphStore, 'neighbors' | 'importedDefinitions' | 'nodes'>;
}

/** Only the best spans are expanded. */
const maxSeeds = 5;
/** Maximum number of returned spans. */
const maxRelated = 8;
const kinds = ['extends', 'implements', 'calls', 'uses', 'has-method'] as const satisfies readonly EdgeKind[];

/** Returns spans that are related to the best ranked spans but not among them, best first. */
export async function expandSpans(
  tools: Tools,
  key: SnapshotKey,
  query: { readonly question: Question; readonly ranked: readonly RankedSpan[] },
): Promise<readonly RelatedSpan[]> {
  const best = query.ranked.slice(0, maxSeeds);
  if (best.length === 0) return [];
  const { starts, first } = await findFirstNodes(tools, key, best);
  const withoutStarts = (nodes: Reached): Reached => new Map([...nodes].filter(([id]) => !starts.has(id)));
  const [second, firstNodes] = await Promise.all([
    expandNodes(tools, key, takeHeaviest(first)),
    readNodes(tools, key, [...takeHeaviest(withoutStarts(first)).keys()]),
  ]);
  const reached = withoutStarts(new Map([...second, ...first]));
  const ids = [...takeHeaviest(reached).keys()];
  const known = new Map(firstNodes.map((node) => [node.id, node]));
  const rank = (nodes: readonly GraphNode[]): readonly Candidate[] =>
    rankNodes(query.question, nodes, reached);
  // Most results are one step away, so their chunks are read with the nodes of the second step.
  const [secondNodes, firstChunks] = await Promise.all([
    readNodes(
      tools,
      key,
      ids.filter((id) => !known.has(id)),
    ),
    readChunks(tools, key, rank(ids.flatMap((id) => known.get(id) ?? []))),
  ]);
  for (const node of secondNodes) known.set(node.id, node);
  const candidates = rank(ids.flatMap((id) => known.get(id) ?? []));
  const others = candidates.filter(({ node }) => !firstChunks.has(node.id));
  const chunks = new Map([...firstChunks, ...(await readChunks(tools, key, others))]);
  return showCandidates(candidates, { chunks, best, reached });
}

interface Candidate {
  readonly node: GraphNode;
  readonly score: number;
}

/** Ranks nodes by their weight and the words that they share with the question. */
function rankNodes(question: Question, nodes: readonly GraphNode[], reached: Reached): readonly Candidate[] {
  const wordOverlap = createWordOverlap(question);
  return nodes
    .map((node) => ({ node, score: (reached.get(node.id)?.weight ?? 0) * wordOverlap(node) }))
    .filter(({ node, score }) => score > 0 && (question.asksForTests || node.role !== 'test'))
    .sort((a, b) => b.score - a.score)
    .slice(0, maxRelated * 2);
}

/** Returns each chunk once, except those of the best spans. */
function showCandidates(
  candidates: readonly Candidate[],
  {
    chunks,
    best,
    reached,
  }: {
    readonly chunks: ReadonlyMap<NodeId, ChunkRow>;
    readonly best: readonly RankedSpan[];
    readonly reached: Reached;
  },
): readonly RelatedSpan[] {
  const known = new Set(best.map(({ chunk }) => chunk.key));
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

/** Reads the definitions of the spans and what they are connected to, in one call. */
async function findFirstNodes(
  tools: Tools,
  key: SnapshotKey,
  spans: readonly RankedSpan[],
): Promise<{
  readonly starts: Reached;
  readonly first: Reached;
}> {
  const ranges = spans.map(({ chunk: { path, startLine, endLine } }) => ({ path, startLine, endLine }));
  const [starts, neighbors, imports] = await Promise.all([
    findSpanNodes(tools, key, spans),
    tools.graphStore.neighbors(key, { from: { ranges }, kinds, tiers: provenTiers }),
    tools.graphStore.importedDefinitions(
      key,
      ranges.map(({ path }) => path),
    ),
  ]);
  const imported = findImported(imports, { starts, spans });
  return {
    starts,
    first: new Map([...imported, ...connect(takeHeaviest(starts), neighbors)]),
  };
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
async function expandNodes({ graphStore }: Tools, key: SnapshotKey, from: Reached): Promise<Reached> {
  if (from.size === 0) return new Map();
  return connect(
    from,
    await graphStore.neighbors(key, { from: [...from.keys()], kinds, tiers: provenTiers }),
  );
}

/** Creates a function that returns the fraction of the question's words in a definition's name, signature and documentation. */
function createWordOverlap({ terms }: Question): (node: GraphNode) => number {
  const findTerms = createTermFinder(listForms(terms));
  return (node) => {
    const words = findTerms(`${node.symbol ?? node.name} ${node.signature} ${node.documentation}`);
    return terms.filter((term) => containsWord(words, term)).length / Math.max(1, terms.length);
  };
}

function readNodes(
  { graphStore }: Tools,
  key: SnapshotKey,
  ids: readonly NodeId[],
): Promise<readonly GraphNode[]> | readonly GraphNode[] {
  return ids.length === 0 ? [] : graphStore.nodes(key, ids);
}

/** Returns the chunk that contains the name of each definition. */
async function readChunks(
  { chunkStore }: Tools,
  key: SnapshotKey,
  candidates: readonly Candidate[],
): Promise<ReadonlyMap<NodeId, ChunkRow>> {
  if (candidates.length === 0) return new Map();
  const places = candidates.map(({ node: { path, nameLine } }) => ({ path, line: nameLine }));
  const chunks = await chunkStore.chunksAt(key, places);
  return new Map(
    candidates.flatMap(({ node }) => {
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
