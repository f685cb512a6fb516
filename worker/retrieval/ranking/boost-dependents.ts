/** Boosts callers, users and subtypes of a definition for questions about what depends on it. */

import type { FileRole } from '../../core/files/file.ts';
import { detectFileRole } from '../../core/files/file-role.ts';
import { provenTiers, type EdgeKind, type GraphEdge } from '../../core/code/edge.ts';
import type { GraphRelation, Question } from '../../core/answers/question.ts';
import type { ChunkRow, ChunkStore, SymbolRow } from '../../ports/chunk-store.ts';
import type { GraphStore } from '../../ports/graph-store.ts';
import type { RankedSpan } from './rank-spans.ts';
import type { RetrievalScope } from '../search/retrieve-spans.ts';

interface Tools {
  readonly chunkStore: Pick<ChunkStore, 'chunksAt'>;
  readonly graphStore: Pick<GraphStore, 'step'>;
}

/** Spans that stay ahead of the boosted ones: usually the definition itself and the next best. */
const leading = 2;
/** Maximum boosted spans, each from another file; users look at five. */
const mostJoined = 3;
/** Maximum files whose places are read. */
const mostFiles = 12;
/** A name of more definitions does not say which one is meant. */
const mostMeant = 3;
const kinds = ['calls', 'uses', 'extends', 'implements'] as const satisfies readonly EdgeKind[];
const inward: readonly GraphRelation[] = ['callers', 'dependents', 'references', 'subclasses'];

/**
 * Returns the spans unchanged if the question does not ask what depends on something, names no definition with certainty, or nothing
 * refers to it. A boosted span gets the score of the span before it, as `dependent` among its scores.
 *
 * @param meant definitions that the question names with certainty
 */
export async function boostDependents(
  { chunkStore, graphStore }: Tools,
  { key, paths }: Pick<RetrievalScope, 'key' | 'paths'>,
  asked: {
    readonly question: Pick<Question, 'class' | 'graph' | 'asksForTests' | 'asksForExamples'>;
    readonly meant: readonly SymbolRow[];
    readonly spans: readonly RankedSpan[];
  },
): Promise<readonly RankedSpan[]> {
  const { question, meant, spans } = asked;
  if (!asksForDependents(question) || meant.length === 0 || meant.length > mostMeant) return spans;
  const from = meant.map(({ id }) => id);
  const edges = await graphStore.step(key, { from, direction: 'in', kinds, tiers: provenTiers });
  const within = paths === undefined ? undefined : new Set(paths);
  const known = new Set(spans.slice(0, leading).map(({ chunk }) => chunk.path));
  const isWanted = (role: FileRole): boolean =>
    role === 'source' ||
    (role === 'test' && question.asksForTests) ||
    (role === 'example' && question.asksForExamples);
  // Role first: a hundred examples that call it must not displace the few sources.
  const others = edges.filter(
    ({ from: of, path }) =>
      !from.includes(of) && !known.has(path) && within?.has(path) !== false && isWanted(detectFileRole(path)),
  );
  if (others.length === 0) return spans;
  const places = firstPlaces(others, spans).slice(0, mostFiles);
  const chunks = await chunkStore.chunksAt(key, places);
  const joined = places
    .flatMap((place) => chunks.find((chunk) => holds(chunk, place)) ?? [])
    .filter(({ role }) => isWanted(role))
    .slice(0, mostJoined);
  return joinBehind(spans, joined);
}

function asksForDependents({ class: asked, graph }: Pick<Question, 'class' | 'graph'>): boolean {
  return graph === undefined ? asked === 'impact' : inward.includes(graph.relation);
}

/** The first reference in each file: files of the ranking in their order, then those with most references. */
function firstPlaces(
  edges: readonly GraphEdge[],
  spans: readonly RankedSpan[],
): readonly { readonly path: string; readonly line: number }[] {
  const ranks = new Map<string, number>();
  for (const [rank, { chunk }] of spans.entries()) if (!ranks.has(chunk.path)) ranks.set(chunk.path, rank);
  const files = new Map<string, { path: string; line: number; count: number }>();
  for (const { path, line } of edges) {
    const file = files.get(path);
    files.set(path, file === undefined ? { path, line, count: 1 } : { ...file, count: file.count + 1 });
  }
  const rankOf = (path: string): number => ranks.get(path) ?? spans.length;
  return [...files.values()].sort((a, b) => rankOf(a.path) - rankOf(b.path) || b.count - a.count);
}

function holds(chunk: ChunkRow, { path, line }: { readonly path: string; readonly line: number }): boolean {
  return chunk.path === path && chunk.startLine <= line && chunk.endLine >= line;
}

function joinBehind(spans: readonly RankedSpan[], chunks: readonly ChunkRow[]): readonly RankedSpan[] {
  const found = new Map(spans.map((span) => [span.chunk.key, span]));
  const first = spans.slice(0, leading);
  const score = first.at(-1)?.score ?? 1;
  const joined = chunks.map((chunk): RankedSpan => {
    const span = found.get(chunk.key);
    return { ...span, chunk, score, scores: { ...span?.scores, dependent: score } };
  });
  const moved = new Set(joined.map(({ chunk }) => chunk.key));
  return [...first, ...joined, ...spans.slice(leading).filter(({ chunk }) => !moved.has(chunk.key))];
}
