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

/** Number of spans that stay ahead of the boosted ones: usually the definition itself and the next best. */
const leadingCount = 2;
/** Maximum number of boosted spans, each from another file. Users look at about five results. */
const maxBoosted = 3;
/** Maximum number of files from which a chunk is read. */
const maxFiles = 12;
/** Maximum number of definitions with the name. With more, the question is ambiguous. */
const maxDefinitions = 3;
const kinds = ['calls', 'uses', 'extends', 'implements'] as const satisfies readonly EdgeKind[];
const incomingRelations: readonly GraphRelation[] = ['callers', 'dependents', 'references', 'subclasses'];

/**
 * Returns the spans unchanged if the question does not ask for dependents, identifies no definition with certainty, or nothing refers
 * to it. A boosted span gets the score of the span before it, as `dependent` among its scores. `definitions` contains the definitions that
 * the question identifies with certainty.
 */
export async function boostDependents(
  { chunkStore, graphStore }: Tools,
  { key, paths }: Pick<RetrievalScope, 'key' | 'paths'>,
  request: {
    readonly question: Pick<Question, 'class' | 'graph' | 'asksForTests' | 'asksForExamples'>;
    readonly definitions: readonly SymbolRow[];
    readonly spans: readonly RankedSpan[];
  },
): Promise<readonly RankedSpan[]> {
  const { question, definitions, spans } = request;
  if (!asksForDependents(question) || definitions.length === 0 || definitions.length > maxDefinitions)
    return spans;
  const from = definitions.map(({ id }) => id);
  const edges = await graphStore.step(key, { from, direction: 'in', kinds, tiers: provenTiers });
  const allowedPaths = paths === undefined ? undefined : new Set(paths);
  const leadingPaths = new Set(spans.slice(0, leadingCount).map(({ chunk }) => chunk.path));
  const isRequestedRole = (role: FileRole): boolean =>
    role === 'source' ||
    (role === 'test' && question.asksForTests) ||
    (role === 'example' && question.asksForExamples);
  // Filter by role before the limit: a hundred calling examples must not displace the few sources.
  const references = edges.filter(
    ({ from: source, path }) =>
      !from.includes(source) &&
      !leadingPaths.has(path) &&
      allowedPaths?.has(path) !== false &&
      isRequestedRole(detectFileRole(path)),
  );
  if (references.length === 0) return spans;
  const places = findFirstReferences(references, spans).slice(0, maxFiles);
  const chunks = await chunkStore.chunksAt(key, places);
  const boosted = places
    .flatMap((place) => chunks.find((chunk) => containsPlace(chunk, place)) ?? [])
    .filter(({ role }) => isRequestedRole(role))
    .slice(0, maxBoosted);
  return insertBoosted(spans, boosted);
}

function asksForDependents({ class: questionClass, graph }: Pick<Question, 'class' | 'graph'>): boolean {
  return graph === undefined ? questionClass === 'impact' : incomingRelations.includes(graph.relation);
}

/** Returns the first reference in each file: ranked files in their order, then the files with most references. */
function findFirstReferences(
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
  const findRank = (path: string): number => ranks.get(path) ?? spans.length;
  return [...files.values()].sort((a, b) => findRank(a.path) - findRank(b.path) || b.count - a.count);
}

function containsPlace(
  chunk: ChunkRow,
  { path, line }: { readonly path: string; readonly line: number },
): boolean {
  return chunk.path === path && chunk.startLine <= line && chunk.endLine >= line;
}

function insertBoosted(spans: readonly RankedSpan[], chunks: readonly ChunkRow[]): readonly RankedSpan[] {
  const found = new Map(spans.map((span) => [span.chunk.key, span]));
  const first = spans.slice(0, leadingCount);
  const score = first.at(-1)?.score ?? 1;
  const boosted = chunks.map((chunk): RankedSpan => {
    const span = found.get(chunk.key);
    return { ...span, chunk, score, scores: { ...span?.scores, dependent: score } };
  });
  const moved = new Set(boosted.map(({ chunk }) => chunk.key));
  return [...first, ...boosted, ...spans.slice(leadingCount).filter(({ chunk }) => !moved.has(chunk.key))];
}
