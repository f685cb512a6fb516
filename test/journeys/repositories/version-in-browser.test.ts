/**
 * A version that is chosen goes along: what is asked in the app is asked of it, the conversation keeps it, its sources open in it; and
 * of questions alone, a follow-up goes on from the version the one before it named.
 */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildWeb } from '../../../clients/cli/local-server/build.ts';
import { shareBrowser } from '../../support/browser/browser.ts';
import { tarEntry, tarGz } from '../../support/files/tar-bytes.ts';
import { shareJourneyServer } from '../../support/server/journey-server.ts';

const treeOf = (word: string) => ({
  'src/send.py': `def send_letter(letter):\n    """Sends a letter by ${word}."""\n    return ${word}(letter)\n`,
  'src/sort.py': 'def sort_letters(letters):\n    """Letters by street."""\n    return sorted(letters)\n',
  'test/test_send.py': `from send import send_letter\n\n\ndef test_send_letter():\n    assert send_letter("a") == "${word}"\n`,
});

let journey: Awaited<ReturnType<typeof shareJourneyServer>>;
let browser: Browser;
let id: string;
const ids = new Map<string, string>();

beforeAll(async () => {
  await buildWeb(() => undefined);
  journey = await shareJourneyServer();
  for (const [ref, word] of [
    ['v1.0', 'pigeon'],
    ['main', 'courier'],
  ] as const) {
    const entries = Object.entries(treeOf(word)).map(([path, content]) => tarEntry(path, { content }));
    const added = await journey.client.addRepository(
      { name: 'letters', ref },
      { contentType: 'application/gzip', body: new Uint8Array(await tarGz(...entries)) },
    );
    id = added.id;
    ids.set(ref, added.snapshotId);
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
const old = () => ids.get('v1.0') ?? '';
const turn = (page: Page, number: number) => page.locator(`[data-turn="${number}"]`);
const whole = (page: Page, number: number) =>
  page.locator(`[data-turn="${number}"][data-phase="done"]`).waitFor();
const note = (page: Page) => page.locator('.foot').getByText('about v1.0');

async function choose(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Other repositories' }).click();
  await page.getByRole('menuitem', { name: label }).click();
}

async function ask(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Question about letters' }).fill(text);
  await page.keyboard.press('Enter');
}

/** The states that the links of a turn's sources and of its answer open. */
async function linked(page: Page, number: number): Promise<readonly (string | null)[]> {
  const links = await turn(page, number).locator('a[href*="/files/"]').all();
  const hrefs = await Promise.all(links.map((link) => link.getAttribute('href')));
  return [...new Set(hrefs.map((href) => new URL(href ?? '', 'http://app').searchParams.get('version')))];
}

test('an older version is chosen, asked, kept by the conversation, and left again', async () => {
  const page = await open(`/r/${id}`);
  await choose(page, 'Version v1.0');
  await note(page).waitFor();
  expect(new URL(page.url()).searchParams.get('version')).toBe(old());

  await ask(page, question);
  await whole(page, 1);
  expect(await turn(page, 1).innerText()).toContain('pigeon');
  await turn(page, 1).getByText('Answered from v1.0').waitFor();
  await note(page).waitFor();
  await ask(page, 'and where is it tested?');
  await whole(page, 2);

  // Reopened: nothing in the address says so.
  expect(new URL(page.url()).searchParams.get('version')).toBeNull();
  await page.reload();
  await note(page).waitFor();
  await page.getByRole('button', { name: 'Other repositories' }).getByText('v1.0').first().waitFor();
  expect(await page.getByRole('link', { name: 'Files', exact: true }).getAttribute('href')).toContain(
    '?version=',
  );
  await ask(page, question);
  await whole(page, 3);
  expect(await turn(page, 3).innerText()).toContain('pigeon');

  await page.getByRole('link', { name: 'Ask about main instead' }).click();
  await note(page).waitFor({ state: 'detached' });
  await ask(page, question);
  await whole(page, 4);
  expect(await turn(page, 4).innerText()).toContain('courier');
  const [, conversationId = ''] = /\/c\/([^/?#]+)/.exec(page.url()) ?? [];
  const { turns } = await journey.client.getConversation(id, conversationId);
  const asked = turns.map(({ parts }) => {
    const start = parts.find((part) => part.type === 'start');
    return start?.type === 'start' ? [start.messageMetadata.version, start.messageMetadata.snapshotId] : [];
  });
  expect(asked).toEqual([
    ['v1.0', old()],
    ['v1.0', old()],
    ['v1.0', old()],
    [undefined, ids.get('main')],
  ]);
});

test('the sources of its answer open in that version, also after the newest has changed them', async () => {
  const page = await open(`/r/${id}?version=${old()}`);
  await note(page).waitFor();
  await ask(page, question);
  await whole(page, 1);
  for (const version of await linked(page, 1)) expect(version).toBe(old());
  const sources = page.getByRole('region', { name: 'Sources of answer 1' });
  await sources.getByRole('button').first().click();
  await page.getByRole('link', { name: 'Open in Files' }).click();
  await page.waitForURL('**/files/**');
  await page.getByText('pigeon').first().waitFor();
  expect(new URL(page.url()).searchParams.get('version')).toBe(old());
});

test('from a file of a version, what is asked of its lines is asked of that version', async () => {
  const page = await open(`/r/${id}/files/src/send.py?version=${old()}`);
  await page.getByRole('link', { name: 'Ask about this file' }).click();
  await whole(page, 1);
  await note(page).waitFor();
  expect(await turn(page, 1).innerText()).toContain('v1.0');
});

test('a follow-up goes on from the version that was named, until the present is asked for', async () => {
  const conversationId = 'versions';
  const answer = (text: string, version?: string) =>
    journey.client.answer(id, {
      question: text,
      conversationId,
      ...(version === undefined ? {} : { version }),
    });
  const first = await answer('In v1.0, what does `send_letter` do?');
  expect(first).toMatchObject({ snapshotId: old(), reading: { version: { ref: 'v1.0' } } });
  const second = await answer('and where is it tested?');
  expect(second).toMatchObject({
    snapshotId: old(),
    coverage: { ref: 'v1.0' },
    reading: { version: { ref: 'v1.0', snapshotId: old() }, carried: expect.arrayContaining(['v1.0']) },
  });
  expect(second.evidence.every((one) => 'url' in one && one.url.includes(old()))).toBe(true);
  const now = await answer('And in the current version?');
  expect(now).toMatchObject({ snapshotId: ids.get('main'), coverage: { ref: 'main' } });
  expect(now.reading).not.toHaveProperty('version');
  expect(await answer(question)).toMatchObject({ snapshotId: ids.get('main') });
  expect(await answer('What about v1.0?')).toMatchObject({ snapshotId: old() });
  // What the request names comes before what was named before it, once that is another.
  expect(await answer(question, 'main')).toMatchObject({ snapshotId: ids.get('main') });
});
