/** Data from before content had scopes stays readable and shared, under the same ids. */
import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import {
  claimPart,
  parseFiles,
  saveManifest,
  sharedVariant,
} from '../../../support/workbench/fill-snapshot.ts';
import { createD1Stores } from '../../../support/workbench/d1-stores.ts';
import { createManualClock } from '../../../support/fakes/manual-clock.ts';
import { countRows, dropTables } from '../../../support/workbench/d1.ts';
import { sha256 } from '../../../../worker/core/text/hash.ts';

const migrationName = '0017_content_scope.sql';
const keyOf = (snapshot: number) => ({ shard: 1, snapshot, generation: 1 });

it('keeps stored content, which everyone’s repositories go on sharing', async () => {
  const database = env.INDEX_1;
  const earlier = env.INDEX_MIGRATIONS.filter(({ name }) => name < migrationName);
  expect(env.INDEX_MIGRATIONS.map(({ name }) => name)).toContain(migrationName);
  await dropTables(database);
  await applyD1Migrations(database, earlier);
  const text = 'one\ntwo\n';
  const hash = await sha256(text);
  await database.batch(
    [
      `INSERT INTO content VALUES (41, '${hash}', '${sharedVariant.chunker}', 'text', 'utf-8', 8, 2, 1, 0, 0, '[]')`,
      `INSERT INTO chunk VALUES (7, '${hash}', 'one' || char(10) || 'two' || char(10))`,
      `INSERT INTO content_chunk VALUES (41, 0, 7, 1, 2, 0, 'text', NULL, '{"defines":[]}')`,
      `INSERT INTO file (snapshot, generation, path, role, content_id) VALUES (1, 1, 'a.txt', 'docs', 41)`,
    ].map((sql) => database.prepare(sql)),
  );
  await applyD1Migrations(database, env.INDEX_MIGRATIONS);
  const stores = createD1Stores(() => database, createManualClock());
  const [key, otherKey] = [keyOf(1), keyOf(2)];
  expect(await stores.chunkStore.readFile(key, 'a.txt')).toMatchObject({ text, hash });
  expect(await stores.chunkStore.chunksAt(key, [{ path: 'a.txt', line: 2 }])).toMatchObject([{ raw: text }]);
  const rows = await countRows(database);
  const content = { files: [{ path: 'b.txt', text }] };
  await saveManifest(stores, otherKey, content);
  const files = await parseFiles(stores, otherKey, content);
  await stores.chunkStore.saveParsed(otherKey, await claimPart(stores, otherKey, 'parse'), {
    ...sharedVariant,
    files,
  });
  await stores.jobParts.remove({ id: 'job-2-1', shard: 1 });
  expect(await countRows(database)).toEqual({ ...rows, file: 2 });
  expect(await stores.chunkStore.readFile(otherKey, 'b.txt')).toMatchObject({ text });
});
