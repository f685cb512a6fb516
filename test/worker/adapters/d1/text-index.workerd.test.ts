/** Tests the keyword index in D1 and its tables. */
import { expect, it } from 'vitest';
import { textIndexContract } from '../../../contracts/text-index.ts';
import { openD1Stores } from '../../../support/workbench/d1-stores.ts';
import { fillSnapshot } from '../../../support/workbench/fill-snapshot.ts';

textIndexContract(() => openD1Stores());

it('leaves no table once every snapshot is removed', async () => {
  const stores = await openD1Stores();
  const tables = async () =>
    (await stores.database.prepare(`SELECT name FROM sqlite_schema WHERE name LIKE 'fts%'`).all()).results;
  for (const snapshot of [1, 2, 12]) {
    await fillSnapshot(
      stores,
      { shard: 0, snapshot, generation: 1 },
      { files: [{ path: 'a', text: 'word' }] },
    );
  }
  expect(await tables()).not.toEqual([]);
  for (const snapshot of [12, 1, 2])
    await stores.textIndex.remove({ shard: 0, snapshot, generation: undefined });
  expect(await tables()).toEqual([]);
});
