/** What is removed is hidden at once and gone in the end, also when the server is killed meanwhile. */

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../../worker/contract/client.ts';
import { packTree } from '../../support/files/pack-tree.ts';
import { smallRepository } from '../../support/files/small-repository.ts';
import { storedObjects, storedRows } from '../../support/server/stored-rows.ts';
import { startJourneyServer, type JourneyServer } from '../../support/server/journey-server.ts';

const conversations = 40;
const name = 'acme/parcel';
let journey: JourneyServer;
beforeAll(async () => {
  journey = await startJourneyServer();
});
afterAll(() => journey.close());

const data = (): string => journey.server.dataDirectory;
const client = () => createClient({ baseUrl: journey.server.url });
/** Settles when the databases say so: the server empties them by itself. */
async function until(isSo: (rows: Readonly<Record<string, number>>) => boolean): Promise<void> {
  while (!isSo(storedRows(data()))) await sleep(200);
}

test('a repository goes with its conversations although the server is killed; one added under its name stays', async () => {
  const archive = await packTree(smallRepository);
  const { id } = await journey.index(name, archive);
  for (let talk = 0; talk < conversations; talk += 1)
    await client().answer(id, {
      question: 'Where are the chunks of a file joined?',
      conversationId: `talk-${talk}`,
    });
  expect(storedObjects(data(), 'ConversationObject')).toBe(conversations);

  await client().removeRepository(id);
  await journey.server.kill();
  // It was answered long before all of it was removed, and the kill came between.
  const left = storedRows(data());
  expect(left).toMatchObject({ repository: 1, snapshot: 1 });
  expect(left['conversation']).toBeGreaterThan(0);
  expect(left['chunk']).toBeGreaterThan(0);

  await journey.restart();
  await expect(client().getRepository(id)).rejects.toMatchObject({
    problem: { code: 'repository_not_found' },
  });
  const again = await client().addRepository(
    { name },
    { contentType: 'application/gzip', body: new Uint8Array(archive) },
  );
  expect(again.id).not.toBe(id);
  for await (const view of client().watchRepository(again.id)) expect(view.error).toBeUndefined();
  await until(({ repository, conversation }) => repository === 1 && conversation === undefined);
  expect(storedObjects(data(), 'ConversationObject')).toBe(0);
  expect(storedObjects(data(), 'VectorShardObject')).toBe(1);
  const { matches } = await client().grep(again.id, { pattern: 'def join_chunks' });
  expect(matches).toHaveLength(1);

  await client().removeRepository(again.id);
  // The key that signs receipts is the server's.
  await until((rows) => Object.keys(rows).every((table) => table === 'receipt_key'));
  expect(storedObjects(data(), 'VectorShardObject')).toBe(0);
});
