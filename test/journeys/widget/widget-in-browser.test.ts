/** The widget on a documentation site of another origin, under a strict Content Security Policy: ask, read, follow a source, rate, and come back. */

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe-violations.ts';
import { shareBrowser } from '../../support/browser/browser.ts';
import {
  findEvidenceIds,
  splitIntoSlowPieces,
  type ProviderCall,
} from '../../support/providers/provider-script.ts';
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

/** Writes a true sentence, and an invented one with a link. */
function writeAnswer({ prompt }: ProviderCall): string {
  const [first = 'e1'] = findEvidenceIds(prompt);
  return [
    `The setting \`wick_length\` states how many millimetres of wick burn in an hour [chunk:${first}].`,
    `It is sent to \`SatelliteUplink\` every 90 seconds [chunk:${first}].`,
    'See [this](https://evil.example/?q=1) and <img src="https://evil.example/i.png">.',
  ].join('\n');
}

beforeAll(async () => {
  providers = await startProviders({ script: writeAnswer });
  widget = await openWidgetSite({ MODELS: 'openai/scripted', ...providers.environment, ANTHROPIC_KEY: '' });
  siteKey = widget.site.settings.key;
});
afterAll(async () => {
  await widget?.close();
  await providers?.close();
});
afterEach(async () => {
  providers.use(writeAnswer);
  Object.assign(widget.site.settings, { key: siteKey, pattern: '' });
  await watched?.page.context().close();
});

const question = 'What does wick_length state?';
const guide = (): string => `${widget.site.url}2.1/guide.html`;
const openButton = (page: Page) => page.getByRole('button', { name: 'Ask', exact: true });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Ask the documentation' });
const box = (page: Page) => dialog(page).getByRole('textbox', { name: 'Question' });
const alert = (page: Page) => dialog(page).getByRole('alert');
const answer = (page: Page) => page.locator('article[data-phase="done"]').last();

/** Opens the guide, and the widget on it. */
async function open(options: Parameters<typeof openWatchedPage>[2] = {}, address = guide()): Promise<Page> {
  watched = await openWatchedPage(await shareBrowser(), widget, options);
  await watched.page.goto(address);
  await openButton(watched.page).waitFor();
  return watched.page;
}

async function ask(page: Page, text = question): Promise<void> {
  if (!(await dialog(page).isVisible())) await openButton(page).click();
  await box(page).fill(text);
  await page.keyboard.press('Enter');
}

describe('the widget', () => {
  it('answers with sources on the pages of the site, within the policy, and without a cookie', async () => {
    const page = await open({ reducedMotion: 'reduce' });
    await page.waitForLoadState('networkidle');
    expect(watched.requests).toEqual(['/widget.js']);
    expect(await findAxeViolations(page)).toEqual([]);
    await openButton(page).click();
    await box(page).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await findAxeViolations(page)).toEqual([]);
    const startedAt = performance.now();
    await ask(page);
    await page.locator('article p:not(.waiting)').first().waitFor();
    console.log(`First words in the widget after ${Math.round(performance.now() - startedAt)} ms.`);
    await answer(page).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await answer(page).innerText()).toContain('img src="https://evil.example/i.png"');
    expect(await page.locator('article img, article a[href*="evil"]').count()).toBe(0);
    await answer(page)
      .getByText(/^Not (?:all )?found$/)
      .first()
      .waitFor();
    const source = answer(page)
      .getByRole('link', { name: /^Source \d+: .*guide/ })
      .first();
    expect(await source.getAttribute('href')).toContain(`${guide()}#`);
    expect(await source.getAttribute('rel')).toBe('noopener');
    const [opened] = await Promise.all([page.context().waitForEvent('page'), source.click()]);
    await opened.waitForLoadState();
    expect(opened.url()).toContain(`${guide()}#`);
    expect(watched.violations).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual(['wherefore-widget']);
  });

  it('has a closed shadow root', async () => {
    const browser = await shareBrowser();
    const page = await browser.newPage();
    await page.goto(guide());
    await page.locator('wherefore-ask').waitFor({ state: 'attached' });
    const root = await page.evaluate(() => document.querySelector('wherefore-ask')?.shadowRoot);
    await page.close();
    expect(root).toBeNull();
  });

  it('says plainly that the documentation has no answer', async () => {
    const page = await open();
    await ask(page, 'Which database does the kubernetes operator migrate?');
    await answer(page).getByText('The documentation does not answer this question.').waitFor();
    const path = `/v1/repositories/${widget.repository}/visitor-questions?show=declined`;
    await expect
      .poll(async () => (await widget.owner.get(path)).body?.['questions'])
      .toMatchObject([{ question: 'Which database does the kubernetes operator migrate?' }]);
  });

  it('continues a conversation after a page change, also during an answer', async () => {
    // An answer to another question than those of the other tests is not cached.
    const hours = 'How many millimetres of wick burn in an hour?';
    providers.use((call) => splitIntoSlowPieces(writeAnswer(call), 60));
    const page = await open();
    await ask(page, hours);
    await page.locator('article[data-phase="running"]').getByText('The setting').waitFor();
    await page.goto(`${widget.site.url}2.1/signals.html`);
    await dialog(page).waitFor();
    await page.locator('article[data-phase="running"]').waitFor();
    await answer(page).getByText('SatelliteUplink').waitFor();
    await answer(page).getByText('img src').waitFor();
    expect(await page.getByRole('heading', { name: hours }).count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.reload();
    await openButton(page).waitFor();
    expect(await dialog(page).isVisible()).toBe(false);
    await openButton(page).click();
    await answer(page).getByText('img src').waitFor();
    providers.use(writeAnswer);
    await ask(page, 'And when does the glass blacken?');
    await page.locator('article[data-phase="done"]').nth(1).waitFor();
    await dialog(page).getByRole('button', { name: 'New conversation' }).click();
    await expect.poll(() => page.locator('article').count()).toBe(0);
  });

  it('stops an answer, and closes and opens again during one', async () => {
    // Slow enough that the answer still runs after the panel was closed and opened on a busy machine.
    providers.use((call) => splitIntoSlowPieces(writeAnswer(call), 400));
    const page = await open();
    await ask(page, 'Does the setting wick_length burn in an hour?');
    const running = page.locator('article[data-phase="running"]');
    await running.getByText(/^The setting/).waitFor();
    await page.keyboard.press('Escape');
    // The answer is stopped while the conversation is read again; what is read later does not undo that.
    const fetched = Promise.withResolvers<void>();
    const stored = Promise.withResolvers<void>();
    await page.route(/\/conversations\/[^/]+$/, async (route) => {
      const response = await route.fetch();
      fetched.resolve();
      await stored.promise;
      await route.fulfill({ response });
    });
    await openButton(page).click();
    await running.waitFor();
    await fetched.promise;
    await dialog(page).getByRole('button', { name: 'Stop' }).click();
    await page.getByText('The answer was stopped.').waitFor();
    const read = page.waitForResponse(/\/conversations\/[^/]+$/);
    await Promise.all([read, stored.resolve()]);
    await page.waitForLoadState('networkidle');
    expect(await dialog(page).locator('article[data-phase="stopped"]').count()).toBe(1);
    expect(watched.requests.filter((path) => path.includes('/events'))).toEqual([]);
    expect(await findAxeViolations(page, 'contrast')).toEqual([]);
  });

  it('keeps a question that was asked just before the panel was closed', async () => {
    const page = await open();
    const sent = Promise.withResolvers<void>();
    const isOpenAgain = Promise.withResolvers<void>();
    await page.route('**/answers', async (route) => {
      sent.resolve();
      await isOpenAgain.promise;
      await route.continue();
    });
    await ask(page, 'Does the setting wick_length burn in a day?');
    await sent.promise;
    await page.keyboard.press('Escape');
    await openButton(page).click();
    isOpenAgain.resolve();
    await answer(page).getByText('SatelliteUplink').waitFor();
    expect(await page.locator('article').count()).toBe(1);
  });

  it('is used with the keyboard alone', async () => {
    const page = await open();
    await openButton(page).focus();
    await page.keyboard.press('Enter');
    await box(page).waitFor();
    await page.keyboard.type(question);
    await page.keyboard.press('Enter');
    await answer(page).waitFor();
    const focusedName = () =>
      page.evaluate(() => {
        const widgets = [...document.querySelectorAll('wherefore-ask')];
        const focused = widgets.map(({ shadowRoot }) => shadowRoot?.activeElement).find((one) => one);
        return focused?.getAttribute('aria-label') ?? focused?.textContent ?? '';
      });
    const names: string[] = [];
    for (let step = 0; step < 30 && !names.at(-1)?.startsWith('Source 1'); step += 1) {
      await page.keyboard.press('Tab');
      names.push(await focusedName());
    }
    expect(names).not.toContain('');
    const [opened] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')]);
    expect(opened.url()).toContain('/2.1/');
    await opened.close();
    await page.keyboard.press('Escape');
    expect(await dialog(page).isVisible()).toBe(false);
    expect(await focusedName()).toBe('Ask');
  });

  it('remembers a rating for the owner', async () => {
    const page = await open();
    await ask(page);
    await answer(page).getByRole('button', { name: 'Not helpful' }).click();
    await answer(page).getByText('Thank you.').waitFor();
    const path = `/v1/repositories/${widget.repository}/visitor-questions?show=down`;
    await expect
      .poll(async () => (await widget.owner.get(path)).body?.['questions'])
      .toMatchObject([{ question, declined: false, rating: 'down' }]);
  });
});

describe('a page', () => {
  it.each([
    ['light', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(27, 28, 26)'],
  ] as const)('with a %s color scheme has a panel of it', async (colorScheme, background) => {
    const page = await open({ colorScheme, reducedMotion: 'reduce' });
    await ask(page);
    await answer(page).waitFor();
    expect(await dialog(page).evaluate((panel) => getComputedStyle(panel).backgroundColor)).toBe(background);
    expect(await findAxeViolations(page, 'contrast')).toEqual([]);
  });

  it.each([
    ['at 200 %', { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }],
    ['on a phone', { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 }],
  ])('%s shows everything without scrolling sideways', async (_, options) => {
    const page = await open(options);
    await ask(page);
    await answer(page).waitFor();
    const { width, height } = options.viewport;
    for (const control of [box(page), dialog(page).getByRole('button', { name: 'Close' })]) {
      const place = await control.boundingBox();
      expect(place?.x).toBeGreaterThanOrEqual(0);
      expect((place?.x ?? 0) + (place?.width ?? 0)).toBeLessThanOrEqual(width);
      expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual(height);
    }
    expect(await page.locator('.log').evaluate((log) => log.scrollWidth - log.clientWidth)).toBe(0);
    expect(await page.locator('.log').evaluate((log) => log.clientHeight)).toBeGreaterThan(80);
    const targets = await dialog(page).locator('button:visible').all();
    for (const target of targets) expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  });

  it.each([
    ['reduce', 0],
    ['no-preference', 1],
  ] as const)('with the motion preference %s has %d animations', async (reducedMotion, count) => {
    const page = await open({ reducedMotion });
    await page.evaluate(() => document.addEventListener('animationstart', () => undefined));
    const started = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          setTimeout(() => resolve(0), 1_000);
          document
            .querySelector('wherefore-ask:not([placement])')
            ?.shadowRoot?.addEventListener('animationstart', () => resolve(1));
        }),
    );
    await openButton(page).click();
    expect(await started).toBe(count);
  });

  it('with two widgets opens each of them', async () => {
    const page = await open({}, widget.site.url);
    await page.getByRole('button', { name: 'Ask about Lantern' }).click();
    await box(page).waitFor();
    await ask(page);
    await answer(page).waitFor();
    await page.keyboard.press('Escape');
    await openButton(page).click();
    await dialog(page).getByRole('heading', { name: question }).waitFor();
    expect(await page.locator('dialog[open]').count()).toBe(1);
    expect(watched.violations).toEqual([]);
  });
});

describe('a problem', () => {
  it('of a key of another site names the origin', async () => {
    widget.site.settings.key = await widget.createKey({ origins: ['https://docs.example.org'] });
    const page = await open({ reducedMotion: 'reduce' });
    await openButton(page).click();
    await alert(page).getByText('The assistant is not enabled on this site').waitFor();
    await alert(page).getByText(widget.site.origin).waitFor();
    expect(await alert(page).getByRole('button').count()).toBe(0);
    expect(await findAxeViolations(page)).toEqual([]);
  });

  it('of a used-up limit says when questions are possible again', async () => {
    widget.site.settings.key = await widget.createKey({ origins: [widget.site.origin], questionsPerDay: 1 });
    const page = await open();
    await ask(page);
    await answer(page).waitFor();
    await ask(page, 'And when does the glass blacken?');
    await alert(page).getByText('No more questions today').waitFor();
    await alert(page)
      .getByText(/This site has used its 1 question of today\. Ask again after/)
      .waitFor();
  });

  it('of the connection keeps the question and offers to retry', async () => {
    const page = await open();
    await page.context().setOffline(true);
    await openButton(page).click();
    await page.getByText('The assistant could not be loaded.').waitFor();
    await page.context().setOffline(false);
    await openButton(page).click();
    await box(page).waitFor();
    await page.context().setOffline(true);
    await ask(page);
    // Before the question, the failure of the starter questions may be shown in the same words.
    const problem = page.locator('article').getByRole('alert');
    await problem.getByText('You are offline').waitFor();
    await page.context().setOffline(false);
    await problem.getByRole('button', { name: 'Retry' }).click();
    await answer(page).getByText('The setting').waitFor();
  });

  it('of a version that is not indexed offers the newest', async () => {
    widget.site.settings.pattern = '/{version}/';
    const page = await open();
    await ask(page);
    await alert(page).getByText('Version 2.1 is not available here').waitFor();
    await alert(page).getByRole('button', { name: 'Ask about the newest version' }).click();
    await answer(page).getByText('The setting').waitFor();
  });
});
