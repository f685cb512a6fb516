/** Long texts in the widget: an answer longer than its panel, many sources, and a question that is too long. */

import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe-violations.ts';
import { shareBrowser } from '../../support/browser/browser.ts';
import { findEvidenceIds, type ProviderCall } from '../../support/providers/provider-script.ts';
import { startProviders, type Providers } from '../../support/providers/start-providers.ts';
import {
  openWatchedPage,
  openWidgetSite,
  type WatchedPage,
  type WidgetSite,
} from '../../support/widget/open-widget.ts';

let widget: WidgetSite;
let providers: Providers;
let watched: WatchedPage;
let siteKey: string;

/** Cites every source, in an answer of many screens. */
function writeLongAnswer({ prompt }: ProviderCall): string {
  const ids = findEvidenceIds(prompt);
  const sentences = ids.map(
    (id) => `The setting \`wick_length\` states how many millimetres of wick burn in an hour [chunk:${id}].`,
  );
  return Array.from({ length: 60 }, (_, index) => sentences[index % ids.length]).join('\n\n');
}

beforeAll(async () => {
  providers = await startProviders({ script: writeLongAnswer });
  widget = await openWidgetSite({ MODELS: 'openai/scripted', ...providers.environment, ANTHROPIC_KEY: '' });
  siteKey = widget.site.settings.key;
});
afterAll(async () => {
  await widget?.close();
  await providers?.close();
});
afterEach(async () => {
  widget.site.settings.key = siteKey;
  await watched?.page.context().close();
});

const question = 'What does wick_length state?';
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Ask the documentation' });
const box = (page: Page) => dialog(page).getByRole('textbox', { name: 'Question' });
const answers = (page: Page) => page.locator('article[data-phase="done"]');

interface Conversation {
  readonly turns: readonly {
    readonly parts: readonly { readonly type: string; readonly data?: Record<string, unknown[]> }[];
  }[];
}

/** Adds ten sources that each sentence cites: copies of the first one. */
function addSources(conversation: Conversation): Conversation {
  const ids = Array.from({ length: 10 }, (_, index) => `copy${index}`);
  for (const { type, data } of conversation.turns.flatMap(({ parts }) => parts)) {
    const [first] = data?.['evidence'] ?? [];
    if (type === 'data-sources')
      data?.['evidence']?.push(...ids.map((id) => Object.assign({}, first, { id })));
    if (type === 'data-claim') data?.['citations']?.push(...ids);
  }
  return conversation;
}

async function open(): Promise<Page> {
  watched = await openWatchedPage(await shareBrowser(), widget, { reducedMotion: 'reduce' });
  const { page } = watched;
  await page.goto(`${widget.site.url}2.1/guide.html`);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await box(page).waitFor();
  return page;
}

async function ask(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await page.keyboard.press('Enter');
}

/** Distance of an element from the top of the visible part of the log, in pixels. */
async function distanceFromTop(page: Page, element: Locator): Promise<number> {
  const log = await page.locator('.log').boundingBox();
  const place = await element.boundingBox();
  return (place?.y ?? Infinity) - (log?.y ?? 0);
}

describe('a long answer', () => {
  it('leaves its question at the top; also the next one', async () => {
    const page = await open();
    await ask(page, question);
    await answers(page).waitFor();
    const first = page.getByRole('heading', { name: question });
    expect(await distanceFromTop(page, first)).toBeGreaterThanOrEqual(0);
    expect(await distanceFromTop(page, first)).toBeLessThan(40);
    expect(await page.locator('.log').evaluate((log) => log.scrollHeight / log.clientHeight)).toBeGreaterThan(
      2,
    );

    await page.locator('.log').evaluate((log) => log.scrollTo(0, 200));
    const next = 'How many millimetres of wick burn in an hour?';
    await ask(page, next);
    await answers(page).nth(1).waitFor();
    const second = page.getByRole('heading', { name: next });
    expect(await distanceFromTop(page, second)).toBeGreaterThanOrEqual(0);
    expect(await distanceFromTop(page, second)).toBeLessThan(40);
  });
});

describe('many sources', () => {
  it('are five, and on request the others', async () => {
    const page = await open();
    await ask(page, question);
    await answers(page).waitFor();
    await page.route(/\/conversations\/[^/]+$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: addSources((await response.json()) as Conversation) });
    });
    await page.reload();
    const sources = answers(page).getByRole('navigation', { name: 'Sources' });
    await sources.waitFor();
    expect(await sources.getByRole('listitem').filter({ visible: true }).count()).toBe(5);
    await sources.getByText(/^\d+ more sources$/).click();
    expect(await sources.getByRole('listitem').filter({ visible: true }).count()).toBeGreaterThan(10);
    expect(await findAxeViolations(page)).toEqual([]);
  });
});

describe('a question', () => {
  it('that is too long stays whole, and is sent only when it is shorter', async () => {
    const page = await open();
    await box(page).fill(`${question} ${'wick '.repeat(1_000)}`);
    await page.keyboard.press('Enter');
    await dialog(page).getByText('The question has 5,028 characters, but only 4,000 are allowed.').waitFor();
    expect(await box(page).inputValue()).toHaveLength(5_029);
    expect(await page.locator('article').count()).toBe(0);
    await ask(page, question);
    await answers(page).waitFor();
    expect(await dialog(page).getByText('are allowed').count()).toBe(0);
  });
});

describe('a page without a publishable key', () => {
  it('says that the assistant is not set up', async () => {
    widget.site.settings.key = '';
    const page = await open();
    await dialog(page).getByText('The assistant is not set up').waitFor();
    await dialog(page).getByText('publishable key').waitFor();
    expect(await dialog(page).getByRole('button', { name: 'Retry' }).count()).toBe(0);
  });
});
