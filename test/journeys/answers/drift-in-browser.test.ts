/** In a browser, a conversation from before a change displays the current status of every source. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildWeb } from '../../../clients/cli/local-server/build.ts';
import { shareBrowser } from '../../support/browser/browser.ts';
import { smallRepository } from '../../support/files/small-repository.ts';
import { tarEntry, tarGz } from '../../support/files/tar-bytes.ts';
import { shareJourneyServer } from '../../support/server/journey-server.ts';

const [chunks, errors] = ['src/parcel/chunks.py', 'src/parcel/errors.py'];
const talk = 'before-the-change';
const questions = [
  'Where is join_chunks defined?',
  'Where is ParcelError defined?',
  'Where is verify defined?',
];

let journey: Awaited<ReturnType<typeof shareJourneyServer>>;
let browser: Browser;
let id: string;
let answered: string;

beforeAll(async () => {
  await buildWeb(() => undefined);
  journey = await shareJourneyServer();
  const first = await upload(smallRepository);
  id = first.id;
  answered = first.servedSnapshotId ?? '';
  for (const question of questions) await journey.client.answer(id, { question, conversationId: talk });
  const changed = {
    ...smallRepository,
    [chunks]: editedChunks(),
    'src/parcel/problems.py': smallRepository[errors] ?? '',
  };
  delete changed[errors];
  expect((await upload(changed)).servedSnapshotId).not.toBe(answered);
  browser = await shareBrowser();
});
afterAll(async () => {
  await journey.close();
});

async function upload(tree: Readonly<Record<string, string | Uint8Array>>) {
  const entries = Object.entries(tree).map(([path, content]) => tarEntry(path, { content }));
  const repository = await journey.index('parcel', await tarGz(...entries));
  expect(repository.status).toBe('ready');
  return repository;
}

/** Adds comments at the start, changes the middle of one definition, and removes another. */
function editedChunks(): string {
  const text = String(smallRepository[chunks]);
  const remaining = text.slice(0, text.indexOf('def verify'));
  return `# Of the second edition.\n# More to come.\n${remaining.replace('rows = self.database.chunks_of(path)', 'rows = sorted(self.rows[path])')}`;
}

async function open(path: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(journey.server.url + path);
  return page;
}

test('an old conversation marks moved, edited and deleted sources, and opens them at their current location', async () => {
  const page = await open(`/r/${id}/c/${talk}`);
  const turn = (number: number) => page.locator(`[data-turn="${number}"]`);
  const driftNote = (number: number) => turn(number).getByRole('note').filter({ hasText: 'Answered as of' });
  const source = (number: number) =>
    turn(number)
      .getByRole('region', { name: `Sources of answer ${number}` })
      .getByRole('button')
      .first();

  // The source appears at once, and its drift as soon as it is read.
  await driftNote(1)
    .filter({ hasText: /Answered as of \S+; its source has changed since\.$/ })
    .waitFor();
  const marks = await Promise.all(
    [1, 2, 3].map((number) => source(number).locator('[data-drift]').innerText()),
  );
  expect(marks).toEqual(['edited', 'moved', 'deleted']);
  const chip = turn(2).locator('.citation').first();
  expect(await chip.getAttribute('aria-label')).toMatch(
    /moved since, now in src\/parcel\/problems\.py, lines? \d/,
  );
  expect(await chip.locator('[data-drift="moved"] svg').count()).toBe(1);

  await source(2).click();
  const viewer = page.getByRole('region', { name: 'Source viewer' });
  await viewer.getByText('class ParcelError').waitFor();
  expect(await viewer.getByRole('note').innerText()).toMatch(
    /^Moved since, now in src\/parcel\/problems\.py/,
  );
  await viewer.getByRole('link', { name: 'Open current location' }).click();
  await page.waitForURL(`**/r/${id}/files/src/parcel/problems.py?version=*#L*`);
  await page.getByText('class ParcelError').first().waitFor();
  expect(new URL(page.url()).searchParams.get('version')).not.toBe(answered);
});

test('an answer about the newest snapshot has no marks', async () => {
  const page = await open(`/r/${id}/c/${talk}`);
  await page.locator('[data-turn="1"] [data-drift]').first().waitFor();
  await page.getByRole('textbox', { name: 'Question about parcel' }).fill('Where is cut defined?');
  await page.keyboard.press('Enter');
  const newest = page.locator('[data-turn="4"][data-phase="done"]');
  await newest.locator('.citation').first().waitFor();
  expect(await newest.locator('[data-drift]').count()).toBe(0);
  expect(await newest.getByText('Answered as of').count()).toBe(0);
});
