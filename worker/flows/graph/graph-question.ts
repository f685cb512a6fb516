/** A question to the graph, and how far one may go. */

import { AppError } from '../../core/errors.ts';
import { provenTiers, type EdgeKind, type EdgeTier, type NodeId } from '../../core/edge.ts';
import type { Way } from '../../retrieval/walk-graph.ts';
import type { Named } from './find-focus.ts';
import type { GraphQueryName } from './graph-outcome.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import type { Services } from '../services.ts';

export type GraphServices = Pick<Services, 'chunkStore' | 'graphStore' | 'clock'>;

export interface GraphQuestion extends Named {
  readonly query: GraphQueryName;
  /** Where a chain ends. */
  readonly to?: string | undefined;
  readonly toPath?: string | undefined;
  /** Steps: 1 when left out, of a chain 8. */
  readonly depth?: number | undefined;
  readonly tiers?: readonly EdgeTier[] | undefined;
  readonly kinds?: readonly EdgeKind[] | undefined;
  /** Nodes told at most. */
  readonly limit?: number | undefined;
}

/** What makes one thing depend on another. */
export const dependence = [
  'calls',
  'uses',
  'extends',
  'implements',
  'imports',
] as const satisfies readonly EdgeKind[];

/** Nodes one question may reach. */
export const maxNodes = 20_000;
/** Milliseconds one question may take; a step already begun is finished. */
const maxMs = 3_000;

export function wayOf(
  services: GraphServices,
  asked: GraphQuestion,
): Pick<Way, 'tiers' | 'maxNodes' | 'mayGoOn'> {
  const until = services.clock.now() + maxMs;
  return { tiers: asked.tiers ?? provenTiers, maxNodes, mayGoOn: () => services.clock.now() < until };
}

/** Snapshots indexed before there were graphs have none, and an empty answer would be false of them. */
export function hasGraph({ snapshot }: ResolvedSnapshot): boolean {
  return snapshot.timings['link'] !== undefined;
}

/** @throws AppError `graph_missing` */
export function requireGraph(resolved: ResolvedSnapshot): void {
  if (!hasGraph(resolved))
    throw new AppError('graph_missing', 'It was indexed before graphs were made.', {
      details: { version: resolved.snapshot.id },
    });
}

/** What lies in these definitions and files. */
export async function membersOf(
  services: GraphServices,
  { key }: ResolvedSnapshot,
  ids: readonly NodeId[],
): Promise<readonly NodeId[]> {
  const { graphStore } = services;
  const members: NodeId[] = [];
  for (let at = 0; at < ids.length; at += graphStore.maxNodes)
    members.push(...(await graphStore.members(key, ids.slice(at, at + graphStore.maxNodes))));
  return members;
}

/** Path and query of the same question. */
export function repeatOf({ repository, snapshot }: ResolvedSnapshot, asked: GraphQuestion): string {
  const { query, tiers, kinds, ...rest } = asked;
  const values = { ...rest, tiers: tiers?.join(','), kinds: kinds?.join(','), version: snapshot.id };
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) parameters.set(name, String(value));
  return `/v1/repositories/${repository.id}/graph/${query}?${parameters.toString()}`;
}
