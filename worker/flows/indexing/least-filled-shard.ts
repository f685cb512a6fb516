/** The index database that a new repository goes to. Everything of a repository stays in one. */

import { AppError } from '../../core/errors.ts';
import type { Services } from '../services.ts';

/** A database opens slowly with more full-text tables than this, one of each snapshot (decisions/2026-11-21-storage.md). */
const mostSnapshots = 1_000;
/** D1 holds 10 GB, and a chunk takes 4 to 7 kB with its terms, symbols and edges. */
const mostChunks = 1_500_000;

/** The one that is furthest from its nearest limit; of several the first. */
export async function leastFilledShard({
  shards,
  catalog,
}: Pick<Services, 'shards' | 'catalog'>): Promise<number> {
  const [first, ...others] = shards;
  if (first === undefined) throw new AppError('internal', 'No index database is bound. Bind INDEX_0.');
  if (others.length === 0) return first;
  const loads = new Map((await catalog.shardLoads()).map((load) => [load.shard, load]));
  const fillOf = (shard: number): number => {
    const { snapshots, chunks } = loads.get(shard) ?? { snapshots: 0, chunks: 0 };
    return Math.max(snapshots / mostSnapshots, chunks / mostChunks);
  };
  return others.reduce((least, shard) => (fillOf(shard) < fillOf(least) ? shard : least), first);
}
