/** How much of a snapshot turns on each file and definition, from its edges. */

import { rankNodes } from '../../indexing/rank-nodes.ts';
import { generationOf, type Part } from './part.ts';
import type { Services } from '../services.ts';

export async function rankPart(services: Services, { job, key }: Part): Promise<void> {
  const snapshot = generationOf(job);
  const [edges, counts] = await Promise.all([
    services.graphStore.allEdges(snapshot),
    services.chunkStore.counts(snapshot),
  ]);
  await services.graphStore.saveRanks(snapshot, key, rankNodes(edges, counts));
}
