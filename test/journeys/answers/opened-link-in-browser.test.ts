/** In a browser, the link to an answer is copied, opened by somebody who did not ask, and explained once it no longer works. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildWeb } from '../../../clients/cli/local-server/build.ts';
import { findAxeViolations } from '../../support/browser/axe-violations.ts';
import { shareBrowser } from '../../support/browser/browser.ts';
import { packTree } from '../../support/files/tar-bytes.ts';
import { smallRepository } from '../../support/files/small-repository.ts';
import { shareJourneyServer } from '../../support/server/journey-server.ts';

const question = 'Where is join_chunks defined?';

let journey: Awaited<ReturnType<typeof shareJourneyServer>>;
let browser: Awaited<ReturnType<typeof shareBrowser>>;
let id = '';

beforeAll(async () => {
  await buildWeb(() => undefined);
  [journey, browser] = await Promise.all([shareJourneyServer(), shareBrowser()]);
  id = (await journey.index('parcel', await packTree(smallRepository))).id;
});
afterAll(async () => {
  await journey?.close();
});

/** Opens a page as a visitor of their own. */
async function visit(path: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: journey.server.url });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(new URL(path, journey.server.url).href);
  return page;
}

const getNote = (page: Page) => page.getByRole('region', { name: 'About this link' });

test('the link to an answer is at its top and has no state of the viewer', async () => {
  const page = await visit(`/r/${id}?q=${encodeURIComponent(question)}`);
  const turn = page.locator('[data-turn="1"][data-phase="done"]');
  await turn.waitFor();
  await page.getByText(/The link to this conversation works until \d{4}-\d\d-\d\d\./).waitFor();
  expect(await getNote(page).count()).toBe(0);
  await page.goto(`${page.url().split('?')[0] ?? ''}?turn=1&source=src%2Fparcel%2Fchunks.py&version=main#L1`);
  await turn.waitFor();
  const copy = turn.getByTitle('Copy link to this answer');
  expect((await copy.boundingBox())?.y).toBeLessThan(400);
  await copy.click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(new RegExp(`^${journey.server.url}/r/${id}/c/[\\w-]+\\?turn=1$`));
});

test('somebody else sees what was asked, of which version, and can ask', async () => {
  await journey.client.answer(id, { question, conversationId: 'shared' });
  const page = await visit(`/r/${id}/c/shared?turn=1`);
  const note = getNote(page);
  await note.waitFor();
  expect(await note.innerText()).toMatch(
    /A question about parcel, .*indexed \d{4}-\d\d-\d\d\.\s+Wherefore answers questions about code\.[^]*works until \d{4}-\d\d-\d\d\./,
  );
  await page.getByRole('heading', { name: question }).first().waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await note.getByRole('link', { name: 'Ask your own' }).click();
  await page.waitForURL(`**/r/${id}`);
  const box = page.getByRole('textbox', { name: 'Question about parcel' });
  await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('the page of a conversation that the server does not have explains why, with status 404', async () => {
  const page = await visit('/');
  const response = await page.goto(`${journey.server.url}/r/${id}/c/none`);
  expect(response?.status()).toBe(404);
  await page.getByRole('heading', { name: 'This conversation is no longer available' }).waitFor();
  await page.getByText('or its address is misspelled').waitFor();
});

test('a link unfurls with its question and an image', async () => {
  await journey.client.answer(id, { question, conversationId: 'unfurled' });
  const html = await (await fetch(`${journey.server.url}/r/${id}/c/unfurled`)).text();
  expect(html).toContain(`<meta property="og:title" content="${question} · parcel" />`);
  const image = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
  const response = await fetch(image);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
  const bytes = new DataView(await response.arrayBuffer());
  expect([bytes.getUint32(16), bytes.getUint32(20)]).toEqual([1200, 630]);
});
