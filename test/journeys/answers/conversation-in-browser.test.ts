/**
 * Through a real browser: a conversation is held, found again, shared by two tabs, survives a connection that breaks, is
 * stopped, asked anew and copied. What a real answer passes through too fast to see is told at a pace of the test's own.
 */

import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { buildWeb } from '../../../clients/cli/local-server/build.ts';
import { startAppProxy, type AppProxy } from '../../support/server/app-proxy.ts';
import { shareBrowser } from '../../support/browser/browser.ts';
import { createPacedTurns, type PacedTurns } from '../../support/server/paced-turns.ts';
import { scriptedAnswer } from '../../support/server/scripted-answer.ts';
import { smallRepository } from '../../support/files/small-repository.ts';
import { tarEntry, tarGz } from '../../support/files/tar-bytes.ts';
import { shareJourneyServer } from '../../support/server/journey-server.ts';

let journey: Awaited<ReturnType<typeof shareJourneyServer>>;
let proxy: AppProxy;
let browser: Browser;
let id: string;
let paced: PacedTurns;

beforeAll(async () => {
  await buildWeb(() => undefined);
  journey = await shareJourneyServer();
  const entries = Object.entries(smallRepository).map(([path, content]) => tarEntry(path, { content }));
  const repository = await journey.index('parcel', await tarGz(...entries));
  expect(repository.status).toBe('ready');
  id = repository.id;
  proxy = await startAppProxy(journey.server.url);
  browser = await shareBrowser();
});
afterAll(async () => {
  await proxy.close();
  await journey.close();
});
beforeEach(() => {
  proxy.breakAnswers([]);
  proxy.answerWith(undefined);
  paced = createPacedTurns(id);
});

const where = 'Where is join_chunks defined?';
const errors = 'Where is ParcelError defined?';
const box = (page: Page) => page.getByRole('textbox', { name: 'Question about parcel' });
const turn = (page: Page, number: number) => page.locator(`[data-turn="${number}"]`);
const whole = (page: Page, number: number) =>
  page.locator(`[data-turn="${number}"][data-phase="done"]`).waitFor();

async function openContext(): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  onTestFinished(() => context.close());
  return context;
}

async function openPage(path: string, context?: BrowserContext): Promise<Page> {
  const page = await (context ?? (await openContext())).newPage();
  await page.goto(proxy.url + path);
  return page;
}

async function ask(page: Page, question: string): Promise<void> {
  await box(page).fill(question);
  await page.keyboard.press('Enter');
}

/** The claims of a turn with their states, as a reader has them. */
function claimsOf(page: Page, number: number): Promise<readonly string[]> {
  return turn(page, number)
    .locator('[data-claim]')
    .evaluateAll((claims) =>
      claims.map((claim) => `${claim.getAttribute('data-state') ?? ''}: ${claim.textContent.trim()}`),
    );
}

describe('a conversation', () => {
  test('goes on, is whole after a reload, and lies behind one step back', async () => {
    const page = await openPage(`/r/${id}`);
    await page.getByRole('heading', { name: 'Ask parcel' }).waitFor();
    await ask(page, where);
    await page.waitForURL(`**/r/${id}/c/*`);
    await whole(page, 1);
    expect(await box(page).evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await box(page).inputValue()).toBe('');
    const address = page.url();
    await page.keyboard.type(errors);
    await page.keyboard.press('Enter');
    await whole(page, 2);
    expect(page.url()).toBe(address);

    const shown = [await claimsOf(page, 1), await claimsOf(page, 2)];
    expect(shown[0]?.[0]).toMatch(/^verified: .*join_chunks/);
    expect(shown[1]?.[0]).toMatch(/^verified: .*ParcelError/);
    await page.reload();
    await whole(page, 2);
    expect([await claimsOf(page, 1), await claimsOf(page, 2)]).toEqual(shown);
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringContaining(where), expect.stringContaining(errors)]),
    );

    await page.goBack();
    await page.getByRole('heading', { name: 'Ask parcel' }).waitFor();
    await page.goForward();
    await whole(page, 2);
  });

  test('begins from a link that carries the question, in place of the link', async () => {
    const page = await openPage(`/r/${id}/files`);
    await page.goto(`${proxy.url}/r/${id}?q=${encodeURIComponent(where)}`);
    await page.waitForURL(`**/r/${id}/c/*`);
    await whole(page, 1);
    await page.goBack();
    await page.waitForURL(`**/r/${id}/files`);
  });

  test('keeps the source that is open in its address', async () => {
    const page = await openPage(`/r/${id}?q=${encodeURIComponent(where)}`);
    await whole(page, 1);
    await turn(page, 1)
      .getByRole('region', { name: /^Sources of/ })
      .getByRole('button')
      .first()
      .click();
    await page.waitForURL(/\?turn=1&source=.*#L\d+/);
    const viewer = page.getByRole('region', { name: 'Source beside the answer' });
    await viewer.getByText('def join_chunks').waitFor();
    await page.reload();
    await viewer.getByText('def join_chunks').waitFor();
    await page.goBack();
    await viewer.waitFor({ state: 'detached' });
    await page.goForward();
    await viewer.waitFor();

    const handle = page.getByRole('separator');
    await handle.focus();
    await page.keyboard.press('Home');
    expect(await handle.getAttribute('aria-valuenow')).toBe('30');
    await page.reload();
    expect(await handle.getAttribute('aria-valuenow')).toBe('30');
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
  });

  test('is the same in two tabs, whichever asks', async () => {
    const context = await openContext();
    const one = await openPage(`/r/${id}?q=${encodeURIComponent(where)}`, context);
    await whole(one, 1);
    const two = await openPage(new URL(one.url()).pathname, context);
    await whole(two, 1);
    await ask(two, errors);
    await whole(one, 2);
    await whole(two, 2);
    expect(await claimsOf(one, 2)).toEqual(await claimsOf(two, 2));
    await ask(one, 'What does setup.cfg contain?');
    await whole(two, 3);
    await whole(one, 3);
    expect(await claimsOf(two, 3)).toEqual(await claimsOf(one, 3));
  });

  test('that the server does not hold says so, and can be begun anew', async () => {
    const page = await openPage(`/r/${id}?q=${encodeURIComponent(where)}`);
    await whole(page, 1);
    const address = page.url();
    const conversation = address.split('/').at(-1) ?? '';
    await journey.client.removeConversation(id, conversation);
    await page.reload();
    await page.getByRole('heading', { name: 'This conversation is no longer kept' }).waitFor();
    await page.getByRole('button', { name: `Ask “${where}” anew` }).click();
    await whole(page, 1);
    expect(page.url()).not.toBe(address);
  });
});

test('a conversation removed elsewhere stays on screen above the one that a question begins in its place', async () => {
  const page = await openPage(`/r/${id}?q=${encodeURIComponent(where)}`);
  await whole(page, 1);
  await ask(page, errors);
  await whole(page, 2);
  await journey.client.removeConversation(id, page.url().split('/').at(-1) ?? '');
  await ask(page, 'What does setup.cfg contain?');
  await page.getByText('This conversation was removed elsewhere.').waitFor();
  await whole(page, 1);
  const asked = await page.getByRole('heading', { level: 2 }).allInnerTexts();
  const at = [where, errors, 'setup.cfg'].map((words) => asked.findIndex((text) => text.includes(words)));
  expect(at).toEqual(at.toSorted((a, b) => a - b));
  expect(at[0]).toBeGreaterThanOrEqual(0);
  expect(await page.locator('[data-turn]').count()).toBe(1);
});

describe('a connection that breaks', () => {
  test('is rejoined wherever it broke, with no part lost or doubled', async () => {
    const undisturbed = await openPage(`/r/${id}?q=${encodeURIComponent(where)}`);
    await whole(undisturbed, 1);
    const claims = await claimsOf(undisturbed, 1);
    const sources = await turn(undisturbed, 1).locator('aside').innerText();
    for (const breaks of [[0], [1], [150], [700], [2500], [4000, 0, 300], [6000]]) {
      const page = await openPage(`/r/${id}`);
      proxy.breakAnswers(breaks);
      await ask(page, where);
      await whole(page, 1);
      expect(await claimsOf(page, 1), `broken after ${breaks.join(', ')} bytes`).toEqual(claims);
      expect(await turn(page, 1).locator('aside').innerText()).toBe(sources);
      expect(proxy.requests.filter((one) => /\/events\?after=/.test(one)).length).toBeGreaterThan(0);
      await page.close();
    }
  });

  test('says so while it is lost', async () => {
    proxy.answerWith(paced.handle);
    paced.script(scriptedAnswer({ claims: 20 }), 100);
    const page = await openPage(`/r/${id}`);
    await ask(page, where);
    await turn(page, 1).locator('[data-claim]').first().waitFor();
    let cut = true;
    proxy.answerWith((request, response) => {
      if (cut && /\/events/.test(request.url ?? '')) return (response.destroy(), true);
      return paced.handle(request, response);
    });
    paced.drop();
    await turn(page, 1).getByText('Connection lost, rejoining…').first().waitFor();
    cut = false;
    await whole(page, 1);
    expect(await claimsOf(page, 1)).toHaveLength(20);
  });
});

interface Shift extends PerformanceEntry {
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null; readonly currentRect: DOMRectReadOnly }[];
}

/** Keeps what moves by itself from now on, as `shifts` of the page: where each thing came to lie, and which it was. */
function watchShifts(page: Page): Promise<void> {
  return page.evaluate(() => {
    const shifts: string[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        if (entry.hadRecentInput) continue;
        for (const { node, currentRect } of entry.sources)
          shifts.push(
            `${node instanceof Element ? node.outerHTML.slice(0, 200) : (node?.textContent ?? '')} at ${currentRect.x}, ${currentRect.y}`,
          );
      }
    }).observe({ type: 'layout-shift' });
  });
}

describe('an answer being written', () => {
  beforeEach(() => {
    proxy.answerWith(paced.handle);
  });

  test.each(['high', 'low'] as const)('moves nothing on the page, with %s confidence', async (confidence) => {
    const reading = { confidence, asked: where, text: `${where} In chunks.py`, carried: ['chunks.py'] };
    paced.script(scriptedAnswer({ claims: 24, reading }), 60);
    const page = await openPage(`/r/${id}`);
    await page.getByRole('heading', { name: 'Ask parcel' }).waitFor();
    await watchShifts(page);
    await ask(page, where);
    await whole(page, 1);
    expect(await page.evaluate((): unknown => Reflect.get(globalThis, 'shifts'))).toEqual([]);
    // The question stays in sight however long the answer is.
    expect(await turn(page, 1).getByRole('heading', { level: 2 }).isVisible()).toBe(true);
    const heading = await turn(page, 1).getByRole('heading', { level: 2 }).boundingBox();
    expect(heading?.y).toBeGreaterThanOrEqual(0);
  });

  test('is stopped by the button or by Escape, and keeps what had arrived', async () => {
    paced.script(scriptedAnswer({ claims: 200 }), 40);
    const page = await openPage(`/r/${id}`);
    await ask(page, where);
    await turn(page, 1).locator('[data-claim][data-state="verified"]').nth(2).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.locator('[data-turn="1"][data-phase="stopped"]').waitFor();
    const kept = await claimsOf(page, 1);
    expect(kept.length).toBeGreaterThan(2);
    await page.reload();
    await page.locator('[data-turn="1"][data-phase="stopped"]').waitFor();
    expect(await claimsOf(page, 1)).toEqual(kept);

    await ask(page, errors);
    await turn(page, 2).locator('[data-claim]').first().waitFor();
    await page.keyboard.press('Escape');
    await page.locator('[data-turn="2"][data-phase="stopped"]').waitFor();

    paced.script(scriptedAnswer({ claims: 2 }), 0);
    await turn(page, 2).getByRole('button', { name: 'Ask again' }).first().click();
    await whole(page, 2);
    expect(await claimsOf(page, 2)).toHaveLength(2);
    expect(await page.locator('[data-turn]').count()).toBe(2);
  });

  test('goes on when its page is left, and is joined when it is found running', async () => {
    paced.script(scriptedAnswer({ claims: 30 }), 60);
    const page = await openPage(`/r/${id}`);
    await ask(page, where);
    await turn(page, 1).locator('[data-claim]').first().waitFor();
    const address = page.url();
    await page.goto('about:blank');
    await page.goto(address);
    await page.locator('[data-turn="1"][data-phase="streaming"]').waitFor();
    await whole(page, 1);
    expect(await claimsOf(page, 1)).toHaveLength(30);
  });

  test('shows the lines first where confidence is low, and how a follow-up was read', async () => {
    paced.script(
      scriptedAnswer({
        claims: 2,
        reading: { confidence: 'low', asked: 'and it?', text: 'What is `cut`?', carried: ['cut'] },
      }),
      0,
    );
    const page = await openPage(`/r/${id}?q=${encodeURIComponent('and it?')}`);
    await whole(page, 1);
    const answer = turn(page, 1);
    await answer.getByText('Read as:').waitFor();
    const notice = await answer.getByRole('note').boundingBox();
    const lines = await answer.getByRole('list', { name: 'The likeliest lines' }).boundingBox();
    const claim = await answer.locator('[data-claim]').first().boundingBox();
    expect(notice?.y).toBeLessThan(lines?.y ?? 0);
    expect(lines?.y).toBeLessThan(claim?.y ?? 0);
  });

  test('offers narrower questions where the one asked is too broad', async () => {
    paced.script(scriptedAnswer({ claims: 1, suggestions: ['How does `cut` work?'] }), 0);
    const page = await openPage(`/r/${id}?q=everything`);
    await whole(page, 1);
    paced.script(scriptedAnswer({ claims: 1 }), 0);
    await turn(page, 1).getByRole('button', { name: 'How does cut work?' }).click();
    await whole(page, 2);
    expect(await turn(page, 2).getByRole('heading', { level: 2 }).innerText()).toContain(
      'How does `cut` work?',
    );
  });

  test('tells what went wrong in the server’s words', async () => {
    const problem = {
      title: 'Storage did not answer',
      detail: 'It timed out.',
      fix: 'Try later.',
      code: 'x',
    };
    paced.script([{ type: 'error', errorText: JSON.stringify(problem) }], 0);
    const page = await openPage(`/r/${id}?q=anything`);
    const alert = page.getByRole('alert');
    await alert.getByText('Storage did not answer').waitFor();
    expect(await alert.innerText()).toContain('It timed out.');
    expect(await alert.innerText()).toContain('Try later.');
  });
});

describe('an answer that is whole', () => {
  test('from the cache says so, and is answered anew when asked', async () => {
    const page = await openPage(`/r/${id}?q=${encodeURIComponent(errors)}`);
    await whole(page, 1);
    await ask(page, errors);
    await whole(page, 2);
    await turn(page, 2).getByText('From cache', { exact: true }).waitFor();
    await turn(page, 2).getByRole('button', { name: 'Answer anew' }).click();
    await turn(page, 2).getByText('From cache', { exact: true }).waitFor({ state: 'detached' });
    await whole(page, 2);
    expect(await page.locator('[data-turn]').count()).toBe(2);
  });

  test('that declines helps: what was searched, and names to ask about', async () => {
    const page = await openPage(`/r/${id}?q=${encodeURIComponent('Where is `tide_height` defined?')}`);
    await whole(page, 1);
    const answer = turn(page, 1);
    await answer.getByText('This repository does not hold an answer to that.').waitFor();
    const told = await answer.innerText();
    expect(told).toContain('Found nowhere\ntide_height');
    expect(told).toMatch(/\d+ files? in \d+ pieces?/);
    await answer
      .getByRole('link', { name: /skipped/ })
      .first()
      .click();
    await page.waitForURL(`**/r/${id}/status#coverage-title`);
  });

  test('is copied as Markdown whose citations open the lines', async () => {
    const context = await openContext();
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: proxy.url });
    const page = await openPage(`/r/${id}?q=${encodeURIComponent(where)}`, context);
    await whole(page, 1);
    await turn(page, 1).getByRole('button', { name: 'Copy', exact: true }).click();
    await turn(page, 1).getByText('Copied').first().waitFor();
    const markdown = await page.evaluate(() => navigator.clipboard.readText());
    expect(markdown).toContain(`## ${where}`);
    const [, link = ''] = /\]\((http[^)]+)\)/.exec(markdown) ?? [];
    expect(link).toMatch(new RegExp(`^${proxy.url}/r/${id}/files/src/parcel/chunks\\.py\\?version=.*#L\\d+`));
    await page.goto(link);
    await page.getByText('def join_chunks').waitFor();
  });

  test('is come to and gone on from by keys', async () => {
    const page = await openPage(`/r/${id}?q=${encodeURIComponent(where)}`);
    await whole(page, 1);
    await page.keyboard.press('/');
    expect(await box(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('ArrowUp');
    expect(await box(page).inputValue()).toBe(where);
    await page.keyboard.type('/');
    expect(await box(page).inputValue()).toBe(`${where}/`);
  });
});

test.each(['a new chat', 'a conversation'])(
  '%s loads no more than 200 KB of script, packed',
  async (which) => {
    const conversation = crypto.randomUUID();
    await journey.client.answer(id, { question: where, conversationId: conversation });
    const page = await (await openContext()).newPage();
    const packed: Promise<number>[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) packed.push(response.body().then((body) => gzipSync(body).length));
    });
    const path = which === 'a new chat' ? `/r/${id}` : `/r/${id}/c/${conversation}`;
    await page.goto(proxy.url + path, { waitUntil: 'networkidle' });
    const sizes = await Promise.all(packed);
    expect(sizes.length).toBeGreaterThan(3);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(20 * 1024);
    expect(total).toBeLessThanOrEqual(200 * 1024);
  },
);
