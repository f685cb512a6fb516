/** Stores edges and ranks of a snapshot through the port, as the link and rank stages do. */

import type { FileEdge } from '../../../worker/core/code/edge.ts';
import { sha256 } from '../../../worker/core/text/hash.ts';
import type { SnapshotKey } from '../../../worker/core/repositories/repository.ts';
import type { GraphStore, LinkedFile, RankedNode } from '../../../worker/ports/graph-store.ts';
import { claimPart, jobForSnapshot, type IndexStores } from './fill-snapshot.ts';

export interface GraphStores extends IndexStores {
  readonly graphStore: GraphStore;
}

/** Edges by the path of the file that they belong to. */
export type Edges = Readonly<Record<string, readonly FileEdge[]>>;

/** All files of the generation, with the given edges. */
export async function addEdges(
  stores: GraphStores,
  key: SnapshotKey,
  edges: Edges,
): Promise<readonly LinkedFile[]> {
  const files = await stores.graphStore.linkableFiles(key);
  return Promise.all(
    files.map(async ({ id, path }) => {
      const own = edges[path] ?? [];
      return { id, path, hash: await sha256(JSON.stringify([path, own])), edges: own };
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
  await stores.jobParts.remove(jobForSnapshot(key));
}

export async function rankSnapshot(
  stores: GraphStores,
  key: SnapshotKey,
  ranks: readonly RankedNode[],
): Promise<void> {
  await stores.graphStore.saveRanks(key, await claimPart(stores, key, 'rank'), ranks);
  await stores.jobParts.remove(jobForSnapshot(key));
}

/** Returns the node of a definition, or of the file itself. */
export async function findNodeId(
  stores: GraphStores,
  key: SnapshotKey,
  at: { readonly path: string; readonly symbol?: number },
): Promise<string> {
  const [file] = await stores.graphStore.fileNodes(key, [at.path]);
  if (file === undefined) throw new Error(`The snapshot has no file ${at.path}.`);
  return at.symbol === undefined ? file.id : `${file.id}.${at.symbol}`;
}
