/**
 * Runs a query on the graph of a published snapshot. It resolves the focus, walks the graph or finds a chain, and returns the nodes, the
 * edges and any truncation. Edges have one of the requested tiers, by default resolved or import-scoped.
 */

import { queryChain } from './query-chain.ts';
import { queryNeighbors, queryWalk } from './query-walk.ts';
import { type GraphOutcome, requireGraph, type GraphQuery, type GraphServices } from './graph-query.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import type { GraphEdge } from '../../core/code/edge.ts';
import { maskText } from '../../core/text/mask-text.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import { splitLines } from '../../core/text/decode-text.ts';
import type { Services } from '../services.ts';

/** @throws AppError `graph_missing` | `symbol_not_found` | `file_not_found` | `invalid_request` */
export async function queryGraph(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  request: GraphQuery,
): Promise<GraphOutcome> {
  requireGraph(resolved);
  const { query } = request;
  if (query === 'chain') return queryChain(services, resolved, request);
  if (query === 'neighbours') return queryNeighbors(services, resolved, request);
  return queryWalk(services, resolved, { ...request, query });
}

/** Maximum files read per query. Edges of other files have no line text. */
const maxFiles = 300;
/** Maximum characters of a line. Longer lines are truncated. */
const maxLineLength = 400;

/** Reads the lines that prove edges, by `path:line`, with secrets masked. */
export async function readEdgeLines(
  { chunkStore }: Pick<Services, 'chunkStore'>,
  key: SnapshotKey,
  edges: readonly GraphEdge[],
): Promise<ReadonlyMap<string, string>> {
  const requestedLines = new Map<string, Set<number>>();
  for (const { path, line } of edges)
    requestedLines.set(path, (requestedLines.get(path) ?? new Set()).add(line));
  const files = await chunkStore.readFiles(key, [...requestedLines.keys()].slice(0, maxFiles));
  const lines = new Map<string, string>();
  for (const file of files) {
    const text = splitLines(maskText(file.text, file.masks));
    for (const line of requestedLines.get(file.path) ?? [])
      lines.set(`${file.path}:${line}`, (text[line - 1] ?? '').trim().slice(0, maxLineLength));
  }
  return lines;
}
