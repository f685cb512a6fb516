/** Stores edges and ranks of a snapshot through the port, as the link and rank stages do. */

import type { FileEdge } from '../../../worker/core/code/edge.ts';
import { sha256 } from '../../../worker/core/text/hash.ts';
import type { SnapshotKey } from '../../../worker/core/repositories/repository.ts';
import type { GraphStore, LinkedFile, RankedNode } from '../../../worker/ports/graph-store.ts';
import { claimPart, getSnapshotJob, type IndexStores } from './fill-snapshot.ts';

export interface GraphStores extends IndexStores {
  readonly graphStore: GraphStore;
}

/** Edges by the path of the file that they belong to. */
export type Edges = Readonly<Record<string, readonly FileEdge[]>>;

/** Returns all files of the generation with the given edges. */
export async function addEdges(
  stores: GraphStores,
  key: SnapshotKey,
  edges: Edges,
): Promise<readonly LinkedFile[]> {
  const files = await stores.graphStore.linkableFiles(key);
  return Promise.all(
    files.map(async ({ id, path }) => {
      const fileEdges = edges[path] ?? [];
      return { id, path, hash: await sha256(JSON.stringify([path, fileEdges])), edges: fileEdges };
    }),
  );
}

export async function linkSnapshot(
  stores: GraphStores,
  key: SnapshotKey,
  { repositoryId = 'repository-1', edges }: { readonly repositoryId?: string; readonly edges: Edges },
): Promise<void> {
  const files = await addEdges(stores, key, edges);
  await stores.graphStore.saveEdges(key, await claimPart(stores, key, 'link'), { repositoryId, files });
  await stores.jobParts.remove(getSnapshotJob(key));
}

export async function rankSnapshot(
  stores: GraphStores,
  key: SnapshotKey,
  ranks: readonly RankedNode[],
): Promise<void> {
  await stores.graphStore.saveRanks(key, await claimPart(stores, key, 'rank'), ranks);
  await stores.jobParts.remove(getSnapshotJob(key));
}

/** Returns the id of a definition's node, or of the file's node. */
export async function findNodeId(
  stores: GraphStores,
  key: SnapshotKey,
  position: { readonly path: string; readonly symbol?: number },
): Promise<string> {
  const [file] = await stores.graphStore.fileNodes(key, [position.path]);
  if (file === undefined) throw new Error(`The snapshot has no file ${position.path}.`);
  return position.symbol === undefined ? file.id : `${file.id}.${position.symbol}`;
}
