/** Expensive searches, unusual file names and damaged text do not harm the server. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startJourneyServer, type JourneyServer } from '../../support/server/journey-server.ts';

const words = Array.from({ length: 160_000 }, (_, at) => ((at * at) % 9_973).toString(36)).join(' ');
const files: Readonly<Record<string, string>> = {
  'a\nb.py': 'def broken_line():\n    return 1\n',
  'src/long.txt': words.slice(0, 900_000).replaceAll('z', 'y'),
  'src/app.py': 'def run_harbour():\n    return 2\n',
  'src/other.py': 'def moor():\n    return 3\n',
};

let journey: JourneyServer;
let id: string;
beforeAll(async () => {
  journey = await startJourneyServer();
  const entries = Object.entries(files).map(([name, body]) => ({
    header: { name, size: Buffer.byteLength(body) },
    body,
  }));
  const repository = await journey.index('odd', gzipSync(await packTar(entries)));
  expect(repository.error).toBeUndefined();
  id = repository.id;
});
afterAll(() => journey.close());

it('an expensive pattern on a long line does not block other requests', async () => {
  const search = { isFinished: false };
  const grep = journey.client
    .grep(id, { pattern: '(?i)[0-9a-k].{200}[a-e].{200}(.{1,300})z', paths: ['src/long.txt'] })
    .finally(() => (search.isFinished = true));
  let answeredRequests = 0;
  while (!search.isFinished) {
    await fetch(`${journey.server.url}/v1/health`).then((response) => response.text());
    answeredRequests += 1;
  }
  expect(answeredRequests).toBeGreaterThan(3);
  expect(await grep).toMatchObject({ total: 0 });
});

it('a pattern that compiles to a program over the limit is rejected with the limit', async () => {
  await expect(journey.client.grep(id, { pattern: '(.{1,1000})'.repeat(50) })).rejects.toThrow(
    /limit is 10000/,
  );
});

it('a glob matches a name with a line break', async () => {
  const { matches } = await journey.client.grep(id, { pattern: 'broken_line', paths: ['**'] });
  expect(matches.map(({ path }) => path)).toEqual(['a\nb.py']);
});

it('reports text that was changed in the database, with the repair command, and does not return it', async () => {
  await journey.server.stop();
  damage(journey.server.dataDirectory);
  const client = await journey.restart();
  await expect(client.readFile(id, 'src/app.py')).rejects.toMatchObject({
    problem: { code: 'content_damaged', fix: expect.stringContaining('--repair') },
  });
  const grep = await client.grep(id, { pattern: 'def ', paths: ['src/*.py'] });
  expect(grep).toMatchObject({
    damaged: ['src/app.py'],
    notes: [expect.stringContaining('npx wherefore versions odd --repair')],
  });
  expect(grep.matches.map(({ path }) => path)).toEqual(['src/other.py']);
  const answer = await client.answer(id, { question: 'Where is run_harbour defined?' });
  expect(JSON.stringify(answer)).toContain('--repair');
});

/** Changes one letter of a stored text in the database that contains it. */
function damage(dataDirectory: string): void {
  const paths = readdirSync(dataDirectory, { recursive: true, encoding: 'utf8' });
  for (const path of paths.filter((name) => name.endsWith('.sqlite'))) {
    const database = new DatabaseSync(join(dataDirectory, path));
    const hasChunks =
      database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'chunk'").get() !== undefined;
    if (hasChunks) database.exec("UPDATE chunk SET raw = replace(raw, 'harbour', 'harbouR')");
    database.close();
  }
}
