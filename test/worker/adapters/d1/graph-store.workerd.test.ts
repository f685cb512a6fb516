/** The graph in D1. */
import { expect, it } from 'vitest';
import { createD1GraphStore } from '../../../../worker/adapters/d1/graph-store.ts';
import { graphStoreContract } from '../../../contracts/graph-store.ts';
import { edges, fill, files, key, later } from '../../../contracts/graph-store/subject.ts';
import { openD1Stores } from '../../../support/d1-stores.ts';
import { claimed, jobOf, storeFiles } from '../../../support/fill-snapshot.ts';
import { linkedFiles } from '../../../support/link-snapshot.ts';

graphStoreContract(() => openD1Stores());

/** A database in which something happens before each transaction. */
function interrupted(database: D1Database, before: () => Promise<void>): D1Database {
  return new Proxy(database, {
    get(target, name) {
      if (name === 'prepare') return target.prepare.bind(target);
      return async (statements: D1PreparedStatement[]) => {
        await before();
        return target.batch(statements);
      };
    },
  });
}

it('writes nothing of a part that took edges for stored which were removed before it wrote', async () => {
  const stores = await openD1Stores();
  await fill(stores);
  await storeFiles(stores, later, { files });
  const linked = { repositoryId: 'repository-1', files: await linkedFiles(stores, later, edges) };
  const part = await claimed(stores, later, 'link');
  const removal = () => stores.graphStore.remove({ shard: 0, snapshot: key.snapshot, generation: undefined });
  const late = createD1GraphStore(() => interrupted(stores.database, removal), stores.clock);
  await expect(late.saveEdges(later, part, linked)).rejects.toThrow();
  const held = await stores.rowsHeld();
  expect([held['edge'], held['edge_set'], held['place']]).toEqual([undefined, undefined, undefined]);
  expect(await stores.jobParts.tally(jobOf(later))).toMatchObject([{ done: 0 }]);
  await stores.graphStore.saveEdges(later, part, linked);
  expect(await stores.graphStore.countEdges(later)).toBe(10);
});
