/** Edges and ranks of a snapshot through the port, as the link and rank stages write them. */

import type { FileEdge } from '../../../worker/core/code/edge.ts';
import { sha256 } from '../../../worker/core/text/hash.ts';
import type { SnapshotKey } from '../../../worker/core/repositories/repository.ts';
import type { GraphStore, LinkedFile, RankedNode } from '../../../worker/ports/graph-store.ts';
import { claimed, jobOf, type IndexStores } from './fill-snapshot.ts';

export interface GraphStores extends IndexStores {
  readonly graphStore: GraphStore;
}

/** Edges by the path of the file they hang on. */
export type Edges = Readonly<Record<string, readonly FileEdge[]>>;

/** Every file of the generation, with the edges given for it. */
export async function linkedFiles(
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
  const files = await linkedFiles(stores, key, edges);
  await stores.graphStore.saveEdges(key, await claimed(stores, key, 'link'), { repositoryId, files });
  await stores.jobParts.remove(jobOf(key));
}

export async function rankSnapshot(
  stores: GraphStores,
  key: SnapshotKey,
  ranks: readonly RankedNode[],
): Promise<void> {
  await stores.graphStore.saveRanks(key, await claimed(stores, key, 'rank'), ranks);
  await stores.jobParts.remove(jobOf(key));
}

/** The node of a definition, or of the file itself. */
export async function idOf(
  stores: GraphStores,
  key: SnapshotKey,
  at: { readonly path: string; readonly symbol?: number },
): Promise<string> {
  const [file] = await stores.graphStore.fileNodes(key, [at.path]);
  if (file === undefined) throw new Error(`There is no file ${at.path}.`);
  return at.symbol === undefined ? file.id : `${file.id}.${at.symbol}`;
}
