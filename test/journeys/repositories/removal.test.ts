/** A removed repository is hidden at once and deleted in the background, even if the server is killed before the deletion ends. */

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../../worker/contract/client.ts';
import { packTree } from '../../support/files/tar-bytes.ts';
import { smallRepository } from '../../support/files/small-repository.ts';
import { countStoredObjects, countStoredRows } from '../../support/server/stored-rows.ts';
import { startJourneyServer, type JourneyServer } from '../../support/server/journey-server.ts';

const conversations = 40;
const name = 'acme/parcel';
let journey: JourneyServer;
beforeAll(async () => {
  journey = await startJourneyServer();
});
afterAll(() => journey.close());

const getDataDirectory = (): string => journey.server.dataDirectory;
const client = () => createClient({ baseUrl: journey.server.url });
/** Waits until the stored rows meet the condition, since the server deletes in the background. */
async function waitForRows(condition: (rows: Readonly<Record<string, number>>) => boolean): Promise<void> {
  while (!condition(countStoredRows(getDataDirectory()))) await sleep(200);
}

test('a repository is deleted with its conversations despite a kill, and a new repository with its name stays', async () => {
  const archive = await packTree(smallRepository);
  const { id } = await journey.index(name, archive);
  for (let number = 0; number < conversations; number += 1)
    await client().answer(id, {
      question: 'Where are the chunks of a file joined?',
      conversationId: `talk-${number}`,
    });
  expect(countStoredObjects(getDataDirectory(), 'ConversationObject')).toBe(conversations);

  await client().removeRepository(id);
  await journey.server.kill();
  // The removal was confirmed before the deletion ended, and the kill interrupted the deletion.
  const remaining = countStoredRows(getDataDirectory());
  expect(remaining).toMatchObject({ repository: 1, snapshot: 1 });
  expect(remaining['conversation']).toBeGreaterThan(0);
  expect(remaining['chunk']).toBeGreaterThan(0);

  await journey.restart();
  await expect(client().getRepository(id)).rejects.toMatchObject({
    problem: { code: 'repository_not_found' },
  });
  const replacement = await client().addRepository(
    { name },
    { contentType: 'application/gzip', body: new Uint8Array(archive) },
  );
  expect(replacement.id).not.toBe(id);
  for await (const view of client().watchRepository(replacement.id)) expect(view.error).toBeUndefined();
  await waitForRows(({ repository, conversation }) => repository === 1 && conversation === undefined);
  expect(countStoredObjects(getDataDirectory(), 'ConversationObject')).toBe(0);
  expect(countStoredObjects(getDataDirectory(), 'VectorShardObject')).toBe(1);
  const { matches } = await client().grep(replacement.id, { pattern: 'def join_chunks' });
  expect(matches).toHaveLength(1);

  await client().removeRepository(replacement.id);
  // The key that signs receipts belongs to the server.
  await waitForRows((rows) => Object.keys(rows).every((table) => table === 'receipt_key'));
  expect(countStoredObjects(getDataDirectory(), 'VectorShardObject')).toBe(0);
});
