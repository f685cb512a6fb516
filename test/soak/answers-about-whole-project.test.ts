/** Asks two hundred generated questions about this project's whole source through the public API. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkGeneratedQuestions } from '../support/samples/generated-questions.ts';
import { packProject } from '../support/files/own-source.ts';
import { shareJourneyServer } from '../support/server/journey-server.ts';

let journey: Awaited<ReturnType<typeof shareJourneyServer>>;
let id: string;
let files: ReadonlyMap<string, Buffer>;
beforeAll(async () => {
  journey = await shareJourneyServer();
  const packed = await packProject();
  files = packed.files;
  const repository = await journey.index('wherefore', packed.archive);
  expect(repository.status).toBe('ready');
  id = repository.id;
});
afterAll(() => journey.close());

it('cites only spans whose hashes are those of the files', { timeout: 300_000 }, async () => {
  await checkGeneratedQuestions({ client: journey.client, id, files }, 200);
});
