/** Tests the code graph in D1. */
import { expect, it } from 'vitest';
import { createD1ChunkStore } from '../../../../worker/adapters/d1/chunk-store.ts';
import { createD1GraphStore } from '../../../../worker/adapters/d1/graph-store.ts';
import { graphStoreContract } from '../../../contracts/graph-store.ts';
import {
  createTarget,
  edge,
  edges,
  fill,
  files,
  key,
  laterKey,
} from '../../../contracts/graph-store/subject.ts';
import { openD1Stores } from '../../../support/workbench/d1-stores.ts';
import { claimPart, getSnapshotJob, storeFiles } from '../../../support/workbench/fill-snapshot.ts';
import {
  addEdges,
  linkSnapshot,
  rankSnapshot,
  type Edges,
} from '../../../support/workbench/link-snapshot.ts';

graphStoreContract(() => openD1Stores());

/** Wraps a database to run a callback before each transaction and to report the rows it reads. */
function watchDatabase(
  database: D1Database,
  { before, read }: { before?: () => Promise<void>; read?: (rows: number) => void },
): D1Database {
  return new Proxy(database, {
    get(target, name) {
      if (name === 'prepare') return target.prepare.bind(target);
      return async (statements: D1PreparedStatement[]) => {
        await before?.();
        const results = await target.batch(statements);
        read?.(results.reduce((rows, result) => rows + result.meta.rows_read, 0));
        return results;
      };
    },
  });
}

it('writes nothing if the edges that a part relies on are removed before its transaction', async () => {
  const stores = await openD1Stores();
  await fill(stores);
  await storeFiles(stores, laterKey, { files });
  const linked = { repositoryId: 'repository-1', files: await addEdges(stores, laterKey, edges) };
  const part = await claimPart(stores, laterKey, 'link');
  const removal = () => stores.graphStore.remove({ shard: 0, snapshot: key.snapshot, generation: undefined });
  const interruptedStore = createD1GraphStore(
    () => watchDatabase(stores.database, { before: removal }),
    stores.clock,
  );
  await expect(interruptedStore.saveEdges(laterKey, part, linked)).rejects.toThrow();
  const rows = await stores.countRows();
  expect([rows['edge'], rows['edge_set'], rows['place']]).toEqual([undefined, undefined, undefined]);
  expect(await stores.jobParts.tally(getSnapshotJob(laterKey))).toMatchObject([{ done: 0 }]);
  await stores.graphStore.saveEdges(laterKey, part, linked);
  expect(await stores.graphStore.countEdges(laterKey)).toBe(10);
});

it('restores missing edges of a stored set', async () => {
  const stores = await openD1Stores();
  await fill(stores);
  const edgeCount = await stores.graphStore.countEdges(key);
  expect(await stores.graphStore.edgesMissing(key, edgeCount)).toBe(0);
  await stores.database.prepare('DELETE FROM edge WHERE ordinal = 0').run();
  expect(await stores.graphStore.edgesMissing(key, edgeCount)).toBeGreaterThan(0);
  await storeFiles(stores, laterKey, { files });
  const linked = { repositoryId: 'repository-1', files: await addEdges(stores, laterKey, edges) };
  await stores.graphStore.saveEdges(laterKey, await claimPart(stores, laterKey, 'link'), linked);
  expect(await stores.graphStore.countEdges(laterKey)).toBe(edgeCount);
  expect(await stores.graphStore.edgesMissing(key, edgeCount)).toBe(0);
});

it('reads a number of rows that is linear in the files of a part', async () => {
  const stores = await openD1Stores();
  let rows = 0;
  const database = watchDatabase(stores.database, { read: (more) => (rows += more) });
  const watching = {
    ...stores,
    graphStore: createD1GraphStore(() => database, stores.clock),
    chunkStore: createD1ChunkStore(() => database, stores.clock),
  };
  const fileCount = 300;
  await storeFiles(watching, laterKey, {
    files: Array.from({ length: fileCount }, (_, index) => ({
      path: `f${index}.py`,
      text: `x = ${index}\n`,
    })),
  });
  const edgesByFile = Array.from({ length: fileCount }, (_, index) => [
    `f${index}.py`,
    [edge('calls', undefined, createTarget(`f${(index * 7) % fileCount}.py`), { line: 1 })],
  ]);
  await linkSnapshot(watching, laterKey, { edges: Object.fromEntries(edgesByFile) as Edges });
  const linked = await stores.graphStore.linkableFiles(laterKey);
  await rankSnapshot(
    watching,
    laterKey,
    linked.map((file) => ({ id: `${file.id}`, rank: 1 })),
  );
  expect(await stores.graphStore.countEdges(laterKey)).toBe(fileCount);
  expect(rows).toBeGreaterThan(fileCount);
  expect(rows).toBeLessThan(fileCount * 60);
});
