/** Each archive from an untrusted user has a clear outcome, and the server stays healthy. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archives, getContentType, hostileArchives } from '../../support/files/archives.ts';
import { startJourneyServer, type JourneyServer } from '../../support/server/journey-server.ts';

let journey: JourneyServer;
beforeAll(async () => {
  journey = await startJourneyServer({ MAX_UNPACKED_BYTES: '200000000' });
});
afterAll(() => journey.close());

describe('a valid archive, however unusual', () => {
  const validArchives = Object.entries(archives).filter(([, archive]) => archive.outcome === 'ready');

  it.concurrent.each(validArchives)('%s is indexed, and skipped files are listed', async (name, archive) => {
    const repository = await journey.index(name, await archive.bytes(), getContentType(archive));
    expect(repository.error).toBeUndefined();
    expect(repository.status).toBe('ready');
    for (const [path, beginning] of Object.entries(archive.files ?? {})) {
      const file = await journey.client.readFile(repository.id, path);
      expect(file.text.slice(0, beginning.length).slice(0, 200)).toBe(beginning.slice(0, 200));
    }
    const coverage = await journey.client.coverage(repository.id);
    const reasons = Object.fromEntries(coverage.skipped.map((skipped) => [skipped.path, skipped.reason]));
    expect(reasons).toMatchObject(archive.skipped ?? {});
  });
});

describe('a hostile or broken archive', () => {
  it.concurrent.each(Object.entries(hostileArchives))(
    '%s ends in an error that states the problem',
    async (name, archive) => {
      const outcome = await journey
        .index(name, await archive.bytes(), getContentType(archive))
        .then((repository) => ({ code: repository.error?.code, text: JSON.stringify(repository.error) }))
        .catch((error: { problem?: { code: string } }) => ({
          code: error.problem?.code,
          text: JSON.stringify(error.problem),
        }));
      expect(outcome.code).toBe(archive.outcome);
      expect(outcome.text).toMatch(archive.errorPattern ?? /./);
      expect(outcome.text).toMatch(/"fix":"[^"]{10,}/);
    },
  );

  it('leaves the server as healthy as before', async () => {
    expect((await journey.client.health()).status).toBe('ok');
    const valid = Object.entries(archives).find(([, archive]) => archive.outcome === 'ready');
    if (valid === undefined) throw new Error('No archive is valid.');
    const repository = await journey.index(
      'after-hostile-archives',
      await valid[1].bytes(),
      getContentType(valid[1]),
    );
    expect(repository.status).toBe('ready');
  });

  it('leaves no data after its repository is removed', async () => {
    const failed = (await journey.client.listRepositories()).filter(
      (repository) => repository.status === 'failed',
    );
    expect(failed.length).toBeGreaterThan(5);
    for (const repository of failed) {
      await expect(journey.client.listFiles(repository.id, '')).rejects.toThrow(
        /Indexing this repository failed/,
      );
      await journey.client.removeRepository(repository.id);
      await expect(journey.client.getRepository(repository.id)).rejects.toThrow(/Repository not found/);
    }
  });
});
