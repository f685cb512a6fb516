/** In a browser, a conversation is shared, read by a visitor and revoked; answers are rated, and the owner reads and exports the feedback. */

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildWeb } from '../../../clients/cli/local-server/build.ts';
import { findAxeViolations } from '../../support/browser/axe-violations.ts';
import { shareBrowser } from '../../support/browser/browser.ts';
import { packTree } from '../../support/files/tar-bytes.ts';
import { smallRepository } from '../../support/files/small-repository.ts';
import { shareJourneyServer } from '../../support/server/journey-server.ts';

const question = 'Where is join_chunks defined?';
const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };
const looks = [desktop, phone].flatMap((viewport) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ viewport, colorScheme })),
);

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
async function visit(path: string, look: (typeof looks)[number] | undefined = looks[0]): Promise<Page> {
  const context = await browser.newContext(look);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(new URL(path, journey.server.url).href);
  return page;
}

async function askIn(conversationId: string): Promise<string> {
  return (await journey.client.answer(id, { question, conversationId })).id;
}

test('a conversation is shared, read by somebody else, and no longer after the link is revoked', async () => {
  await askIn('to-share');
  const page = await visit(`/r/${id}/c/to-share`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this conversation' });
  await dialog.getByText('parcel is private, so only people who may read it can open the link.').waitFor();
  await dialog.getByLabel('Link expires').selectOption('7');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const address = dialog.getByLabel('New link');
  await expect.poll(() => address.evaluate((element) => element === document.activeElement)).toBe(true);
  const link = await address.inputValue();
  expect(link).toMatch(new RegExp(`^${journey.server.url}/s/[\\w-]{32}$`));
  expect(await findAxeViolations(page)).toEqual([]);

  const visitor = await visit(link);
  await visitor.getByRole('heading', { level: 1, name: question }).waitFor();
  await visitor
    .getByText(/One question about parcel, shared to read only\.\s+The link works until \d{4}-\d\d-\d\d\./)
    .waitFor();
  expect(await visitor.getByRole('textbox', { name: /^Question/ }).count()).toBe(0);
  await visitor.getByRole('region', { name: 'Sources of answer 1' }).getByRole('button').first().click();
  await visitor.locator('.viewer .selected').first().waitFor();
  await visitor.getByRole('button', { name: 'Close source' }).click();
  await visitor.getByRole('link', { name: 'Ask this repository yourself' }).click();
  await visitor.waitForURL(`**/r/${id}`);

  await dialog.getByRole('button', { name: /^Revoke the link, Created/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await dialog.getByText('The link is revoked. It no longer works.').waitFor();
  await visitor.goto(link);
  await visitor.getByRole('heading', { name: 'This link does not work' }).waitFor();
  expect(await findAxeViolations(visitor)).toEqual([]);
});

test('the page behind a link says nothing of its content before the app reads it', async () => {
  await askIn('unfurled-share');
  const { url } = await journey.client.shareConversation(id, 'unfurled-share', undefined);
  const [response, unknown] = await Promise.all([fetch(url), fetch(`${journey.server.url}/s/unknown`)]);
  const text = await response.text();
  expect(text).not.toMatch(/join_chunks|parcel/);
  expect(text).toContain('<meta name="robots" content="noindex" />');
  expect(text).toBe(await unknown.text());
  expect(response.headers.get('etag')).toBe(unknown.headers.get('etag'));
  expect(response.headers.get('x-robots-tag')).toBe('noindex');
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  const image = /property="og:image" content="([^"]+)"/.exec(text)?.[1] ?? '';
  expect(new URL(image).pathname).toBe('/preview.png');
});

test('the settings list all links and revoke them', async () => {
  await askIn('in-settings');
  await journey.client.shareConversation(id, 'in-settings', 30);
  const page = await visit('/settings');
  const panel = page.getByRole('region', { name: 'Shared conversations' });
  const revoke = panel.getByRole('button', { name: /^Revoke the link to Where is join_chunks.*works until/ });
  await revoke.first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await panel.getByText(/no longer works/).waitFor();
  const { shares } = await journey.client.listShares();
  expect(shares.filter(({ conversationId }) => conversationId === 'in-settings')).toEqual([]);
});

test('an answer is rated, the rating stays, and it can be changed', async () => {
  await askIn('rated');
  const page = await visit(`/r/${id}/c/rated`);
  const group = page.getByRole('group', { name: 'Feedback on answer 1' });
  const [yes, no] = [
    group.getByRole('button', { name: 'Helpful', exact: true }),
    group.getByRole('button', { name: 'Not helpful' }),
  ];
  await group.getByText('the owner of the repository sees the question and the answer').waitFor();
  await yes.click();
  await group.getByText('You marked it as helpful.').waitFor();
  await page.reload();
  await group.waitFor();
  expect(await yes.getAttribute('aria-pressed')).toBe('true');
  await no.click();
  const form = page.getByRole('form', { name: 'What is wrong with answer 1?' });
  await form.getByLabel('Incomplete').check();
  await form.getByLabel('What should it say?').fill('It omits the caller.');
  expect(await findAxeViolations(page)).toEqual([]);
  await form.getByRole('button', { name: 'Send feedback' }).click();
  await group.getByText('You marked it as not helpful (incomplete).').waitFor();
  expect(await Promise.all([yes, no].map((button) => button.getAttribute('aria-pressed')))).toEqual([
    'false',
    'true',
  ]);
  expect(await no.evaluate((element) => element === document.activeElement)).toBe(true);
  const { feedback } = await journey.client.listFeedback(id, { reason: 'incomplete' });
  expect(feedback).toMatchObject([{ rating: 'down', text: 'It omits the caller.', question }]);
});

test('a rating that fails is explained and not shown as given', async () => {
  await askIn('failing');
  const page = await visit(`/r/${id}/c/failing`);
  await page.route('**/feedback', (route) => route.abort());
  const yes = page.getByRole('button', { name: 'Helpful', exact: true });
  await yes.click();
  await page.getByRole('alert').waitFor();
  expect(await yes.getAttribute('aria-pressed')).toBe('false');
});

test('the owner reads the feedback, filters and exports it', async () => {
  for (const conversation of ['first', 'second'] as const) {
    const turn = await askIn(conversation);
    const rating = conversation === 'first' ? ('up' as const) : ('down' as const);
    await journey.client.giveFeedback(id, {
      conversation,
      turn,
      rating,
      ...(rating === 'down' && { reason: 'outdated' as const }),
    });
  }
  const page = await visit(`/r/${id}/status`);
  await page.getByRole('link', { name: 'Read the feedback' }).click();
  await page.getByRole('heading', { level: 1, name: 'Feedback' }).waitFor();
  await page.getByLabel('Reason').selectOption('outdated');
  await page.waitForURL(/reason=outdated/);
  const entries = page.getByRole('list', { name: 'Rated answers' }).getByRole('article');
  await expect.poll(() => entries.count()).toBe(1);
  await entries.getByText('Not helpful, outdated').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { repository: 'parcel', rating: 'down', reason: 'outdated', question },
  ]);
  await entries
    .getByRole('link', { name: /chunks\.py, lines/ })
    .first()
    .click();
  await page.waitForURL('**/files/src/parcel/chunks.py**');
  await page.locator('.selected').first().waitFor();
  await page.goto(`${journey.server.url}/r/${id}/feedback?reason=wrong`);
  await page.getByText('No feedback matches these filters.').waitFor();
});

test('the owner sees five cited places of an answer, and the others on request', async () => {
  const turn = await askIn('many-places');
  await journey.client.giveFeedback(id, { conversation: 'many-places', turn, rating: 'up' });
  const page = await visit(`/r/${id}`);
  await page.route(/\/v1\/repositories\/[^/]+\/feedback/, async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { feedback: { cited: object[] }[] };
    const cited = Array.from({ length: 12 }, (_, index) => ({
      path: 'src/parcel/chunks.py',
      startLine: index + 1,
      endLine: index + 1,
    }));
    await route.fulfill({
      response,
      json: { ...json, feedback: json.feedback.map((one) => ({ ...one, cited })) },
    });
  });
  await page.goto(`${journey.server.url}/r/${id}/feedback`);
  const places = page
    .getByRole('article')
    .first()
    .getByRole('link', { name: /chunks\.py, line/ });
  await expect.poll(() => places.filter({ visible: true }).count()).toBe(5);
  await page.getByRole('article').first().getByText('7 more sources').click();
  expect(await places.filter({ visible: true }).count()).toBe(12);
});

test.each(looks)('no page has accessibility violations: $viewport.width, $colorScheme', async (look) => {
  const name = `seen-${look.viewport.width}-${look.colorScheme}`;
  const turn = await askIn(name);
  await journey.client.giveFeedback(id, { conversation: name, turn, rating: 'up' });
  const { url } = await journey.client.shareConversation(id, name, 7);
  const page = await visit(url, look);
  await page.locator('[data-turn="1"]').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.goto(`${journey.server.url}/r/${id}/feedback`);
  await page.getByRole('article').first().waitFor();
  for (const summary of await page.getByRole('article').first().locator('summary').all())
    await summary.click();
  // The owner reads Markdown as its reader did.
  const entry = page.getByRole('article').first();
  await entry.locator('code').first().waitFor();
  expect(await entry.innerText()).not.toMatch(/`|\[chunk:|###/);
  expect(await findAxeViolations(page)).toEqual([]);
  await page.goto(`${journey.server.url}/r/${id}/c/${name}`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('dialog').getByRole('list').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
});
