/**
 * In a browser, with providers on loopback, a user selects a model and sends files and their own key. Text appears while it is written, each
 * claim is marked, and failures are displayed. Nothing that a model writes becomes a link or an image.
 */

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildWeb } from '../../../clients/cli/local-server/build.ts';
import { findAxeViolations } from '../../support/browser/axe-violations.ts';
import { shareBrowser } from '../../support/browser/browser.ts';
import { packTree } from '../../support/files/tar-bytes.ts';
import { smallRepository } from '../../support/files/small-repository.ts';
import { startProviders, type Providers } from '../../support/providers/start-providers.ts';
import {
  findEvidenceIds,
  splitIntoPieces,
  splitIntoSlowPieces,
  type ProviderCall,
} from '../../support/providers/provider-script.ts';
import { startJourneyServer, type JourneyServer } from '../../support/server/journey-server.ts';

const question = 'How does join_chunks work?';
const desk = { width: 1280, height: 800 };
const phone = { width: 375, height: 812 };

let journey: JourneyServer;
let providers: Providers;
let browser: Browser;
let id: string;
const contexts: BrowserContext[] = [];

/** Writes a true sentence, an invented one, one with an unknown source, and one with links and images but no source. */
function writeAnswer({ prompt }: ProviderCall): string {
  const [first = 'e1'] = findEvidenceIds(prompt);
  return [
    `Chunks are joined by \`join_chunks\` [chunk:${first}].`,
    '',
    '## Where it goes',
    '',
    `They are sent to \`SatelliteUplink\` every 90 seconds [chunk:${first}].`,
    'It is all explained elsewhere [chunk:e999].',
    'See [this](https://evil.example/?q=1), ![that](https://evil.example/p.png) and <img src="https://evil.example/i.png">.',
    '',
  ].join('\n');
}

beforeAll(async () => {
  await buildWeb(() => undefined);
  providers = await startProviders({ script: writeAnswer });
  [journey, browser] = await Promise.all([
    startJourneyServer({
      MODELS: 'openai/scripted,groq/scripted-large',
      MODEL_PRICES: 'openai/scripted=0.5/1.5,groq/scripted-large=1/1',
      MODEL_RETRY_SECONDS: '1',
      ...providers.environment,
      ANTHROPIC_KEY: '',
    }),
    shareBrowser(),
  ]);
  id = (await journey.index('parcel', await packTree(smallRepository))).id;
});

afterEach(async () => {
  providers.use(writeAnswer);
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});

afterAll(async () => {
  await journey?.close();
  await providers?.close();
});

async function openPage(path: string, viewport = desk): Promise<Page> {
  const context = await browser.newContext({ viewport, colorScheme: 'light', reducedMotion: 'reduce' });
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(journey.server.url + path);
  return page;
}

const questionBox = (page: Page) => page.getByRole('textbox', { name: /^Question/ });
const modelPicker = (page: Page) => page.getByRole('button', { name: /Answered by/ });

async function choose(page: Page, model: RegExp): Promise<void> {
  await modelPicker(page).click();
  await page
    .getByRole('dialog', { name: 'Answered by' })
    .getByRole('button', { name: model })
    .first()
    .click();
}

async function ask(page: Page, words = question): Promise<void> {
  await questionBox(page).fill(words);
  await questionBox(page).press('Enter');
}

const waitForTurn = (page: Page, turn = 1) =>
  page.locator(`[data-turn="${turn}"][data-phase="done"]`).waitFor({ timeout: 60_000 });

async function expectAccessible(page: Page, view: string): Promise<void> {
  expect(await findAxeViolations(page), `${view}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findAxeViolations(page, 'contrast'), `${view}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

test('text appears while it is written, each claim is marked with reasons, and nothing becomes a link or an image', async () => {
  const requested: string[] = [];
  providers.use((call) => splitIntoSlowPieces(writeAnswer(call), 60));
  const page = await openPage(`/r/${id}`);
  page.on('request', (request) => requested.push(request.url()));
  await choose(page, /^scripted OpenAI/);
  await ask(page);
  await page.locator('[data-writing]').waitFor();
  await waitForTurn(page);
  expect(await page.locator('[data-writing]').count()).toBe(0);

  const article = page.getByRole('article', { name: 'Answer 1' });
  await article.getByRole('heading', { name: 'Where it goes' }).waitFor();
  const states = await article
    .locator('[data-claim]')
    .evaluateAll((claims) => claims.map((claim) => claim.getAttribute('data-state')));
  expect(states[0]).toBe('verified');
  expect(states.length).toBeGreaterThanOrEqual(4);
  expect(states.slice(1).filter((state) => state === 'verified' || state === 'repaired')).toEqual([]);
  expect(states).not.toContain('pending');
  const articleText = await article.innerText();
  for (const words of ['SatelliteUplink', 'e999', 'evil.example']) expect(articleText).toContain(words);
  expect(await article.locator('.answer-text').locator('a, img, iframe, form').count()).toBe(0);
  expect(requested.filter((url) => url.includes('evil.example'))).toEqual([]);

  const footer = await article.getByRole('group', { name: 'About this answer' }).innerText();
  await article
    .getByText(/^\d+ sentences: 1 found in source, /)
    .first()
    .waitFor();
  expect(footer).toMatch(/Written by scripted, OpenAI · [\d,]+ input tokens/);
  expect(footer).toMatch(/\$0\.0\d+ · first token after/);

  // The sentence opens its details too; Escape closes them.
  const marked = article.locator('[data-state="unsupported"], [data-state="partial"]').first();
  await marked.click({ position: { x: 4, y: 8 } });
  const details = page.getByRole('group', { name: 'Details of this sentence' });
  expect(await details.innerText()).toMatch(/^Not (?:all )?found\n/);
  expect(await details.innerText()).toContain('SatelliteUplink');
  await expectAccessible(page, 'the details of a sentence');
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'detached' });
  await marked.getByRole('button', { name: /^Not (?:all )?found\. Source 1: / }).focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await details.waitFor();
});

test('claims next to a refusal are marked and counted with a warning, and what was searched is shown', async () => {
  providers.use(
    () =>
      'NOT_IN_EVIDENCE\n\nThe library is certified ISO 9001 [chunk:none].\n\n### It is used by NASA\n\n### Details\n',
  );
  const page = await openPage(`/r/${id}`);
  await choose(page, /^scripted OpenAI/);
  await ask(page, `${question} Certified?`);
  await waitForTurn(page);
  const article = page.getByRole('article', { name: 'Answer 1' });
  const claims = article.locator('[data-claim]');
  expect(await claims.allInnerTexts()).toEqual([
    expect.stringContaining('certified ISO 9001'),
    'It is used by NASA',
  ]);
  expect(await claims.getByRole('button', { name: /^No citation\./ }).count()).toBe(2);
  await article.getByRole('note', { name: 'Nothing found in source' }).waitFor();
  await article.getByText(/scripted found no answer in the \d+ passages? it was given/).waitFor();
  await article.getByText(/matched at least one word of the question/).waitFor();
  await article.getByRole('heading', { name: 'Details', exact: true }).waitFor();
  expect(await article.locator('[data-writing]').count()).toBe(0);
  await page.getByRole('region', { name: 'Sources of answer 1' }).getByRole('button').first().waitFor();
  await expectAccessible(page, 'a refusal');
  await expectNoHorizontalScroll(page);
});

test('the verified part of an interrupted model answer is distinguished from the rest, for screen readers too', async () => {
  providers.use(({ prompt }) => {
    const [first = 'e1'] = findEvidenceIds(prompt);
    return [
      ...splitIntoPieces(`Chunks are joined by \`join_chunks\` [chunk:${first}].\n\nIt then calls`),
      { drop: true },
    ];
  });
  const page = await openPage(`/r/${id}`, phone);
  await choose(page, /^scripted OpenAI/);
  await ask(page, `${question} To its end?`);
  await waitForTurn(page);
  const article = page.getByRole('article', { name: 'Answer 1' });
  await article
    .getByText('Interrupted after 2 sentences: 1 found in source, 1 without citation', { exact: true })
    .waitFor();
  const footer = await article.getByRole('group', { name: 'About this answer' }).innerText();
  expect(footer.replaceAll(/\s+/g, ' ')).toMatch(
    /^The model’s sentences: 1 found in source, 1 without citation Composed from the index: \d+ \w+ /,
  );
  expect(await article.getByRole('status').allTextContents()).toContainEqual(
    expect.stringMatching(
      /^\s*Answer interrupted\. The model’s sentences: 1 found in source, 1 without citation\. Composed from the index: \d+ \w+ /,
    ),
  );
  await expectAccessible(page, 'an interrupted answer');
  await expectNoHorizontalScroll(page);
});

test('answers without a model are always available, and the choice is remembered', async () => {
  const page = await openPage(`/r/${id}`);
  await choose(page, /^Quotations only, no AI model/);
  const before = providers.calls.length;
  await ask(page);
  await waitForTurn(page);
  expect(providers.calls.length).toBe(before);
  await page
    .getByRole('group', { name: 'About this answer' })
    .getByText('Quotations only, no AI model')
    .waitFor();
  await page.goto(`${journey.server.url}/r/${id}`);
  expect(await modelPicker(page).innerText()).toContain('Quotations only');
});

test('options are sent and remembered; values out of range are reported and not sent', async () => {
  const page = await openPage(`/r/${id}`, phone);
  await page.getByRole('button', { name: 'Answer options' }).click();
  await page.getByLabel('Temperature').fill('3');
  await page.getByText('Enter a number from 0 to 2.').waitFor();
  await expectAccessible(page, 'options');
  await expectNoHorizontalScroll(page);
  await page.getByLabel('Temperature').fill('0.25');
  await page.getByLabel('Maximum answer length').fill('321');
  await page.getByLabel('Style').selectOption('short');
  await page.getByLabel('Language').selectOption('de');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Answer options, 4 set' }).waitFor();
  await ask(page, `${question} Briefly?`);
  await waitForTurn(page);
  expect(providers.calls.at(-1)?.call).toMatchObject({
    temperature: 0.25,
    maxOutputTokens: 321,
    prompt: expect.stringMatching(/at most three sentences.*\n.*Write in German \(de\)/) as string,
  });
});

describe('files', () => {
  const trace = {
    name: 'trace.log',
    mimeType: 'text/plain',
    buffer: Buffer.from('ordinal_gap 17 in join_chunks\n'),
  };

  test('are sent, cited and opened alongside the answer; a file that is not text is reported', async () => {
    providers.use(({ prompt }) => {
      const attached = /<evidence\b[^>]*id="([^"]+)"[^>]*kind="attachment"/.exec(prompt)?.[1] ?? 'none';
      return `The trace says “ordinal_gap 17 in join_chunks” [chunk:${attached}].`;
    });
    const page = await openPage(`/r/${id}`);
    await page.setInputFiles('#attach', [
      trace,
      { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0]) },
      { name: 'other.txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
    ]);
    await page.getByText('“logo.png” is not text').waitFor();
    await page.getByRole('button', { name: 'Remove other.txt' }).click();
    expect(await questionBox(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await page.setInputFiles('#attach', { ...trace, name: 'logo.png', buffer: Buffer.from([0]) });
    await page.getByRole('alert').waitFor();
    await expectAccessible(page, 'attached');
    await ask(page, 'What does the trace say of join_chunks?');
    await waitForTurn(page);
    expect(await page.getByRole('list', { name: 'Attached files' }).count()).toBe(0);
    expect(providers.calls.at(-1)?.call.prompt).toContain('ordinal_gap 17');
    await page.locator('[data-claim][data-state="verified"]').first().waitFor();
    await page
      .getByRole('region', { name: 'Sources of answer 1' })
      .getByRole('button', { name: /trace\.log/ })
      .click();
    const pane = page.getByRole('region', { name: 'Source viewer' });
    await pane.getByText('ordinal_gap 17').waitFor();
    await expectAccessible(page, 'lines of an attached file');
    await page.reload();
    await pane.getByText('ordinal_gap 17').waitFor();
    await page.getByRole('list', { name: 'Files attached to the question' }).getByText('trace.log').waitFor();
  });

  test('can be dropped and pasted', async () => {
    const page = await openPage(`/r/${id}`);
    await questionBox(page).waitFor();
    await page.evaluate(() => {
      const dropped = new DataTransfer();
      dropped.items.add(new File(['a'], 'dropped.txt'));
      const form = document.querySelector('#question')?.closest('form');
      form?.dispatchEvent(
        new DragEvent('dragover', { dataTransfer: dropped, bubbles: true, cancelable: true }),
      );
      form?.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }));
      const pasted = new DataTransfer();
      pasted.items.add(new File(['b'], 'pasted.txt'));
      document
        .querySelector('#question')
        ?.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true, cancelable: true }),
        );
    });
    await page.getByRole('button', { name: 'Remove dropped.txt' }).waitFor();
    await page.getByRole('button', { name: 'Remove pasted.txt' }).waitFor();
  });
});

test('the user’s own key is sent only with questions to models of its provider', async () => {
  const page = await openPage('/settings', phone);
  const requestsWithKey: string[] = [];
  page.on('request', (request) => {
    if (request.headers()['x-model-key'] !== undefined)
      requestsWithKey.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.getByLabel('Provider').selectOption({ label: 'Anthropic' });
  await page.getByLabel('Key', { exact: true }).fill('sk-of-my-own');
  await page.getByRole('button', { name: 'Store key' }).click();
  await page.getByText('A key for Anthropic is stored in this browser.').waitFor();
  await expectAccessible(page, 'settings');
  await expectNoHorizontalScroll(page);

  await page.goto(`${journey.server.url}/r/${id}`);
  await modelPicker(page).click();
  const panel = page.getByRole('dialog', { name: 'Answered by' });
  const ownModels = panel.getByRole('region', { name: 'Anthropic, with your key' });
  await ownModels.getByRole('button', { name: /^Model scripted scripted$/ }).waitFor();
  await expectAccessible(page, 'models');
  await page.keyboard.press('Escape');
  await choose(page, /^scripted OpenAI/);
  await ask(page, `${question} Once?`);
  await waitForTurn(page);
  expect(requestsWithKey.filter((request) => request.startsWith('POST'))).toEqual([]);

  await modelPicker(page).click();
  await ownModels.getByRole('button', { name: /^Model scripted scripted$/ }).click();
  await ask(page, `${question} Twice?`);
  await waitForTurn(page, 2);
  const last = providers.calls.at(-1)?.call;
  expect([last?.dialect, last?.key]).toEqual(['anthropic', 'sk-of-my-own']);
  await page.getByText(/with your key/).waitFor();
  expect(requestsWithKey).toContain('GET /v1/models');
  expect(requestsWithKey.filter((request) => request.startsWith('POST'))).toEqual([
    `POST /v1/repositories/${id}/answers`,
  ]);

  await page.goto(`${journey.server.url}/settings`);
  await page.getByRole('button', { name: /^Remove/ }).click();
  await page.getByText('The key for Anthropic was removed.').waitFor();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('sk-of-my-own');
});

test('an answer whose model fails is composed from the index, and lists the attempts', async () => {
  providers.use(() => ({ status: 503, message: 'It is overloaded.' }));
  const page = await openPage(`/r/${id}`, phone);
  await choose(page, /^scripted OpenAI/);
  await ask(page, 'Where is join_chunks defined?');
  await waitForTurn(page);
  const note = page.getByRole('note', { name: 'Answered by a fallback' });
  await note.getByText('Attempts').click();
  const attempts = await note.getByRole('listitem').allInnerTexts();
  expect(attempts.length).toBeGreaterThanOrEqual(2);
  expect(attempts.join('\n')).toContain('openai/scripted: not available');
  expect(attempts.join('\n')).not.toContain('key-of-');
  await page.locator('[data-claim][data-state="verified"]').first().waitFor();
  await page
    .getByRole('group', { name: 'About this answer' })
    .getByText('Quotations only, no AI model')
    .waitFor();
  await expectAccessible(page, 'degraded');
  await expectNoHorizontalScroll(page);
});

test('a receipt is saved as signed, with the command that verifies it', async () => {
  const page = await openPage(`/r/${id}`, phone);
  await choose(page, /^scripted OpenAI/);
  await ask(page, 'What does join_chunks do with ordinals?');
  await waitForTurn(page);
  await page.getByRole('button', { name: 'Receipt' }).click();
  const panel = page.getByRole('dialog', { name: 'Receipt' });
  const saved = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Download receipt' }).click();
  const download = await saved;
  expect(await panel.locator('.command').innerText()).toContain(
    `npx wherefore verify ${download.suggestedFilename()} <clone>`,
  );
  const stream = await download.createReadStream();
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(Buffer.from(piece));
  const receipt: unknown = JSON.parse(Buffer.concat(pieces).toString());
  const conversation = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const stored = await journey.client.getConversation(id, conversation);
  expect(receipt).toEqual(await journey.client.receipt(id, conversation, stored.turns[0]?.id ?? ''));
  await expectAccessible(page, 'receipt');
  await expectNoHorizontalScroll(page);
});
