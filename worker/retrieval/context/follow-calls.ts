/**
 * Follows calls one step from the best definitions: finds callers, callees and base types whose name, signature or documentation has a word of
 * the question that the best definition itself lacks.
 */

import { provenTiers, type EdgeKind, type GraphNode } from '../../core/code/edge.ts';
import { containsWord, type QuestionTerm } from '../../core/answers/question.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import { extractTerms } from '../../core/text/terms.ts';
import type { GraphStore } from '../../ports/graph-store.ts';
import type { RankedDefinition } from '../definitions/ranked-definition.ts';
import { readLines, type ReadableDefinition } from './readable-definition.ts';

interface FollowOptions {
  readonly terms: readonly QuestionTerm[];
  /** The weight of each word: rare words weigh more. */
  readonly weights: ReadonlyMap<string, number>;
  /** Whether tests may be returned. */
  readonly withTests: boolean;
}

/** Definitions whose calls are followed. */
const maxStarts = 12;
/** Neighbors that are compared. */
const maxNeighbors = 200;
const maxFollowed = 8;
/** Minimum weight of the added words, as a fraction of all words of the question. */
const minAdded = 0.03;
const kinds = ['calls', 'uses', 'extends', 'implements'] as const satisfies readonly EdgeKind[];

/** @param definitions best first @returns neighbors that are not among them, best first */
export async function followCalls(
  graphStore: Pick<GraphStore, 'step' | 'nodes'>,
  key: SnapshotKey,
  definitions: readonly ReadableDefinition[],
  options: FollowOptions,
): Promise<readonly RankedDefinition[]> {
  const starts = definitions.filter(({ symbolId }) => symbolId !== undefined).slice(0, maxStarts);
  const startIds = starts.flatMap(({ symbolId }) => symbolId ?? []);
  if (startIds.length === 0) return [];
  const [outgoing, incoming] = await Promise.all(
    (['out', 'in'] as const).map((direction) =>
      graphStore.step(key, { from: startIds, direction, kinds, tiers: provenTiers }),
    ),
  );
  const startById = new Map(starts.map((start) => [start.symbolId, start]));
  const known = new Set(definitions.map(({ symbolId }) => symbolId));
  /** The best start that leads to each neighbor. */
  const startOf = new Map<string, ReadableDefinition>();
  const add = (from: string, to: string): void => {
    const start = startById.get(from);
    if (start === undefined || known.has(to)) return;
    const other = startOf.get(to);
    if (other === undefined || other.score < start.score) startOf.set(to, start);
  };
  for (const { from, to } of outgoing ?? []) add(from, to);
  for (const { from, to } of incoming ?? []) add(to, from);
  const nodes = await graphStore.nodes(key, [...startOf.keys()].slice(0, maxNeighbors));
  const scored = nodes.flatMap((node) => {
    const start = startOf.get(node.id);
    if (start === undefined || node.kind === 'file' || node.kind === 'package') return [];
    if (!options.withTests && node.role === 'test') return [];
    const added = weighAddedWords(start, node, options);
    return added < minAdded ? [] : [{ node, score: start.score * added }];
  });
  return scored
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxFollowed)
    .map(({ node, score }) => toDefinition(node, score));
}

/** The weight of the words that the node has and the start lacks, as a fraction of the question. */
function weighAddedWords(
  start: ReadableDefinition,
  node: GraphNode,
  { terms, weights: weightOf }: FollowOptions,
): number {
  const startWords = new Set(extractTerms(readLines(start.fileLines, start)));
  const nodeWords = new Set(extractTerms(`${node.name} ${node.signature} ${node.documentation}`));
  const weights = terms.map((term) => ({ term, weight: weightOf.get(term.word) ?? 0 }));
  const total = weights.reduce((sum, { weight }) => sum + weight, 0);
  const added = weights
    .filter(({ term }) => containsWord(nodeWords, term) && !containsWord(startWords, term))
    .reduce((sum, { weight }) => sum + weight, 0);
  return total === 0 ? 0 : added / total;
}

function toDefinition(node: GraphNode, score: number): RankedDefinition {
  const { path, startLine, endLine, symbol, kind, role, language } = node;
  return { path, startLine, endLine, symbol, kind, role, language, score, matches: [] };
}
