/**
 * In a browser, a chosen version applies to questions and to all turns of the conversation, and its sources open in that version. In the API,
 * follow-ups keep the version that an earlier question names.
 */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildWeb } from '../../../clients/cli/local-server/build.ts';
import { shareBrowser } from '../../support/browser/browser.ts';
import { tarEntry, tarGz } from '../../support/files/tar-bytes.ts';
import { shareJourneyServer } from '../../support/server/journey-server.ts';

const createTree = (word: string) => ({
  'src/send.py': `def send_letter(letter):\n    """Sends a letter by ${word}."""\n    return ${word}(letter)\n`,
  'src/sort.py':
    'def sort_letters(letters):\n    """Sorts letters by street."""\n    return sorted(letters)\n',
  'test/test_send.py': `from send import send_letter\n\n\ndef test_send_letter():\n    assert send_letter("a") == "${word}"\n`,
});

let journey: Awaited<ReturnType<typeof shareJourneyServer>>;
let browser: Browser;
let id: string;
const snapshotIds = new Map<string, string>();

beforeAll(async () => {
  await buildWeb(() => undefined);
  journey = await shareJourneyServer();
  for (const [ref, word] of [
    ['v1.0', 'pigeon'],
    ['main', 'courier'],
  ] as const) {
    const entries = Object.entries(createTree(word)).map(([path, content]) => tarEntry(path, { content }));
    const added = await journey.client.addRepository(
      { name: 'letters', ref },
      { contentType: 'application/gzip', body: new Uint8Array(await tarGz(...entries)) },
    );
    id = added.id;
    snapshotIds.set(ref, added.snapshotId);
    for await (const { snapshotId, status } of journey.client.watchRepository(id))
      if (snapshotId === added.snapshotId && status === 'ready') break;
  }
  browser = await shareBrowser();
});
afterAll(async () => {
  await journey.close();
});

async function open(path: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(journey.server.url + path);
  return page;
}

const question = 'What does `send_letter` do?';
const getOldVersion = () => snapshotIds.get('v1.0') ?? '';
const turn = (page: Page, number: number) => page.locator(`[data-turn="${number}"]`);
const waitForTurn = (page: Page, number: number) =>
  page.locator(`[data-turn="${number}"][data-phase="done"]`).waitFor();
const note = (page: Page) => page.locator('.footer').getByText('about v1.0');

async function choose(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Other repositories' }).click();
  await page.getByRole('option', { name: label }).click();
}

async function ask(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Question about letters' }).fill(text);
  await page.keyboard.press('Enter');
}

/** Lists the versions that the links in a turn's sources and answer open. */
async function listLinkedVersions(page: Page, number: number): Promise<readonly (string | null)[]> {
  const links = await turn(page, number).locator('a[href*="/files/"]').all();
  const hrefs = await Promise.all(links.map((link) => link.getAttribute('href')));
  return [...new Set(hrefs.map((href) => new URL(href ?? '', 'http://app').searchParams.get('version')))];
}

test('an older version can be selected, applies to the whole conversation, and can be deselected', async () => {
  const page = await open(`/r/${id}`);
  await choose(page, 'Version v1.0');
  await note(page).waitFor();
  expect(new URL(page.url()).searchParams.get('version')).toBe(getOldVersion());

  await ask(page, question);
  await waitForTurn(page, 1);
  expect(await turn(page, 1).innerText()).toContain('pigeon');
  await turn(page, 1).getByText('Answered from v1.0').waitFor();
  await note(page).waitFor();
  await ask(page, 'and where is it tested?');
  await waitForTurn(page, 2);

  // The page is reopened with a URL that does not contain the version.
  expect(new URL(page.url()).searchParams.get('version')).toBeNull();
  await page.reload();
  await note(page).waitFor();
  await page.getByRole('button', { name: 'Other repositories' }).getByText('v1.0').first().waitFor();
  expect(await page.getByRole('link', { name: 'Files', exact: true }).getAttribute('href')).toContain(
    '?version=',
  );
  await ask(page, question);
  await waitForTurn(page, 3);
  expect(await turn(page, 3).innerText()).toContain('pigeon');

  await page.getByRole('link', { name: 'Ask about main instead' }).click();
  await note(page).waitFor({ state: 'detached' });
  await ask(page, question);
  await waitForTurn(page, 4);
  expect(await turn(page, 4).innerText()).toContain('courier');
  const [, conversationId = ''] = /\/c\/([^/?#]+)/.exec(page.url()) ?? [];
  const { turns } = await journey.client.getConversation(id, conversationId);
  const answeredVersions = turns.map(({ parts }) => {
    const start = parts.find((part) => part.type === 'start');
    return start?.type === 'start' ? [start.messageMetadata.version, start.messageMetadata.snapshotId] : [];
  });
  expect(answeredVersions).toEqual([
    ['v1.0', getOldVersion()],
    ['v1.0', getOldVersion()],
    ['v1.0', getOldVersion()],
    [undefined, snapshotIds.get('main')],
  ]);
});

test('sources of an older version open in that version, even after the newest version changed them', async () => {
  const page = await open(`/r/${id}?version=${getOldVersion()}`);
  await note(page).waitFor();
  await ask(page, question);
  await waitForTurn(page, 1);
  for (const version of await listLinkedVersions(page, 1)) expect(version).toBe(getOldVersion());
  const sources = page.getByRole('region', { name: 'Sources of answer 1' });
  await sources.getByRole('button').first().click();
  await page.getByRole('link', { name: 'Open in Files' }).click();
  await page.waitForURL('**/files/**');
  await page.getByText('pigeon').first().waitFor();
  expect(new URL(page.url()).searchParams.get('version')).toBe(getOldVersion());
});

test('a question about lines of a version is asked in that version', async () => {
  const page = await open(`/r/${id}/files/src/send.py?version=${getOldVersion()}`);
  await page.getByRole('link', { name: 'Ask about this file' }).click();
  await waitForTurn(page, 1);
  await note(page).waitFor();
  expect(await turn(page, 1).innerText()).toContain('v1.0');
});

test('a follow-up keeps the named version until the current version is requested', async () => {
  const conversationId = 'versions';
  const answer = (text: string, version?: string) =>
    journey.client.answer(id, {
      question: text,
      conversationId,
      ...(version === undefined ? {} : { version }),
    });
  const first = await answer('In v1.0, what does `send_letter` do?');
  expect(first).toMatchObject({ snapshotId: getOldVersion(), reading: { version: { ref: 'v1.0' } } });
  const second = await answer('and where is it tested?');
  expect(second).toMatchObject({
    snapshotId: getOldVersion(),
    coverage: { ref: 'v1.0' },
    reading: {
      version: { ref: 'v1.0', snapshotId: getOldVersion() },
      carried: expect.arrayContaining(['v1.0']),
    },
  });
  expect(second.evidence.every((source) => 'url' in source && source.url.includes(getOldVersion()))).toBe(
    true,
  );
  const current = await answer('And in the current version?');
  expect(current).toMatchObject({ snapshotId: snapshotIds.get('main'), coverage: { ref: 'main' } });
  expect(current.reading).not.toHaveProperty('version');
  expect(await answer(question)).toMatchObject({ snapshotId: snapshotIds.get('main') });
  expect(await answer('What about v1.0?')).toMatchObject({ snapshotId: getOldVersion() });
  // The version in the request overrides the version that an earlier question names.
  expect(await answer(question, 'main')).toMatchObject({ snapshotId: snapshotIds.get('main') });
});
