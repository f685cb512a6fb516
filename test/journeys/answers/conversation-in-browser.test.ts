/**
 * In a browser, conversations are reloaded, shared by two tabs, rejoined after a broken connection, stopped, answered again and copied. Paced
 * streams produce states that are too short in a real answer.
 */

import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { buildWeb } from '../../../clients/cli/local-server/build.ts';
import { startAppProxy, type AppProxy } from '../../support/server/app-proxy.ts';
import { shareBrowser } from '../../support/browser/browser.ts';
import { createPacedTurns, type PacedTurns } from '../../support/server/paced-turns.ts';
import { createScriptedAnswer } from '../../support/server/scripted-answer.ts';
import { smallRepository } from '../../support/files/small-repository.ts';
import { tarEntry, tarGz } from '../../support/files/tar-bytes.ts';
import { shareJourneyServer } from '../../support/server/journey-server.ts';

let journey: Awaited<ReturnType<typeof shareJourneyServer>>;
let proxy: AppProxy;
let browser: Browser;
let id: string;
let pacedTurns: PacedTurns;

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
  proxy.interruptAnswers([]);
  proxy.answerWith(undefined);
  pacedTurns = createPacedTurns(id);
});

const whereQuestion = 'Where is join_chunks defined?';
const errorsQuestion = 'Where is ParcelError defined?';
const questionBox = (page: Page) => page.getByRole('textbox', { name: 'Question about parcel' });
const getTurn = (page: Page, number: number) => page.locator(`[data-turn="${number}"]`);
const waitForTurn = (page: Page, number: number) =>
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
  await questionBox(page).fill(question);
  await page.keyboard.press('Enter');
}

/** Lists the claims of a turn with their states, as the user sees them. */
function listClaims(page: Page, number: number): Promise<readonly string[]> {
  return getTurn(page, number)
    .locator('[data-claim]')
    .evaluateAll((claims) =>
      claims.map((claim) => `${claim.getAttribute('data-state') ?? ''}: ${claim.textContent.trim()}`),
    );
}

describe('a conversation', () => {
  test('continues, is complete after a reload, and is one step back in the browser history', async () => {
    const page = await openPage(`/r/${id}`);
    await page.getByRole('heading', { name: 'Ask parcel' }).waitFor();
    await ask(page, whereQuestion);
    await page.waitForURL(`**/r/${id}/c/*`);
    await waitForTurn(page, 1);
    expect(await questionBox(page).evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await questionBox(page).inputValue()).toBe('');
    const address = page.url();
    await page.keyboard.type(errorsQuestion);
    await page.keyboard.press('Enter');
    await waitForTurn(page, 2);
    expect(page.url()).toBe(address);

    const claimsBefore = [await listClaims(page, 1), await listClaims(page, 2)];
    expect(claimsBefore[0]?.[0]).toMatch(/^verified: .*join_chunks/);
    expect(claimsBefore[1]?.[0]).toMatch(/^verified: .*ParcelError/);
    await page.reload();
    await waitForTurn(page, 2);
    expect([await listClaims(page, 1), await listClaims(page, 2)]).toEqual(claimsBefore);
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(
      expect.arrayContaining([
        expect.stringContaining(whereQuestion),
        expect.stringContaining(errorsQuestion),
      ]),
    );

    await page.goBack();
    await page.getByRole('heading', { name: 'Ask parcel' }).waitFor();
    await page.goForward();
    await waitForTurn(page, 2);
  });

  test('starts from a link with a question and replaces it in the browser history', async () => {
    const page = await openPage(`/r/${id}/files`);
    await page.goto(`${proxy.url}/r/${id}?q=${encodeURIComponent(whereQuestion)}`);
    await page.waitForURL(`**/r/${id}/c/*`);
    await waitForTurn(page, 1);
    await page.goBack();
    await page.waitForURL(`**/r/${id}/files`);
  });

  test('has the open source in its URL', async () => {
    const page = await openPage(`/r/${id}?q=${encodeURIComponent(whereQuestion)}`);
    await waitForTurn(page, 1);
    await getTurn(page, 1)
      .getByRole('region', { name: /^Sources of/ })
      .getByRole('button')
      .first()
      .click();
    await page.waitForURL(/\?turn=1&source=.*#L\d+/);
    const viewer = page.getByRole('region', { name: 'Source viewer' });
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

  test('is the same in two tabs, whichever tab asks', async () => {
    const context = await openContext();
    const firstTab = await openPage(`/r/${id}?q=${encodeURIComponent(whereQuestion)}`, context);
    await waitForTurn(firstTab, 1);
    const secondTab = await openPage(new URL(firstTab.url()).pathname, context);
    await waitForTurn(secondTab, 1);
    await ask(secondTab, errorsQuestion);
    await waitForTurn(firstTab, 2);
    await waitForTurn(secondTab, 2);
    expect(await listClaims(firstTab, 2)).toEqual(await listClaims(secondTab, 2));
    await ask(firstTab, 'What does setup.cfg contain?');
    await waitForTurn(secondTab, 3);
    await waitForTurn(firstTab, 3);
    expect(await listClaims(secondTab, 3)).toEqual(await listClaims(firstTab, 3));
  });

  test('that the server no longer has is reported, and can be restarted', async () => {
    const page = await openPage(`/r/${id}?q=${encodeURIComponent(whereQuestion)}`);
    await waitForTurn(page, 1);
    const address = page.url();
    const conversation = address.split('/').at(-1) ?? '';
    await journey.client.removeConversation(id, conversation);
    await page.reload();
    await page.getByRole('heading', { name: 'This conversation is no longer available' }).waitFor();
    await page.getByRole('button', { name: `Ask “${whereQuestion}” again` }).click();
    await waitForTurn(page, 1);
    expect(page.url()).not.toBe(address);
  });
});

test('a conversation removed elsewhere stays visible above its replacement', async () => {
  const page = await openPage(`/r/${id}?q=${encodeURIComponent(whereQuestion)}`);
  await waitForTurn(page, 1);
  await ask(page, errorsQuestion);
  await waitForTurn(page, 2);
  // The page may still read the conversation once; without it, the page would say at once that it is gone.
  await page.waitForLoadState('networkidle');
  await journey.client.removeConversation(id, page.url().split('/').at(-1) ?? '');
  await ask(page, 'What does setup.cfg contain?');
  await page.getByText('This conversation was deleted elsewhere.').waitFor();
  await waitForTurn(page, 1);
  const headings = await page.getByRole('heading', { level: 2 }).allInnerTexts();
  const positions = [whereQuestion, errorsQuestion, 'setup.cfg'].map((words) =>
    headings.findIndex((text) => text.includes(words)),
  );
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  expect(positions[0]).toBeGreaterThanOrEqual(0);
  expect(await page.locator('[data-turn]').count()).toBe(1);
});

describe('a connection that breaks', () => {
  test('is rejoined wherever it broke, without lost or repeated parts', async () => {
    const undisturbed = await openPage(`/r/${id}?q=${encodeURIComponent(whereQuestion)}`);
    await waitForTurn(undisturbed, 1);
    const claims = await listClaims(undisturbed, 1);
    const sources = await getTurn(undisturbed, 1).locator('aside').innerText();
    for (const breaks of [[0], [1], [150], [700], [2500], [4000, 0, 300], [6000]]) {
      const page = await openPage(`/r/${id}`);
      proxy.interruptAnswers(breaks);
      await ask(page, whereQuestion);
      await waitForTurn(page, 1);
      expect(await listClaims(page, 1), `broken after ${breaks.join(', ')} bytes`).toEqual(claims);
      expect(await getTurn(page, 1).locator('aside').innerText()).toBe(sources);
      expect(proxy.requests.filter((request) => /\/events\?after=/.test(request)).length).toBeGreaterThan(0);
      await page.close();
    }
  });

  test('is reported while it is lost', async () => {
    proxy.answerWith(pacedTurns.handle);
    pacedTurns.script(createScriptedAnswer({ claims: 20 }), 100);
    const page = await openPage(`/r/${id}`);
    await ask(page, whereQuestion);
    await getTurn(page, 1).locator('[data-claim]').first().waitFor();
    let isDisconnected = true;
    proxy.answerWith((request, response) => {
      if (isDisconnected && /\/events/.test(request.url ?? '')) return (response.destroy(), true);
      return pacedTurns.handle(request, response);
    });
    pacedTurns.drop();
    await getTurn(page, 1).getByText('Connection lost, reconnecting…').first().waitFor();
    isDisconnected = false;
    await waitForTurn(page, 1);
    expect(await listClaims(page, 1)).toHaveLength(20);
  });
});

interface Shift extends PerformanceEntry {
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null; readonly currentRect: DOMRectReadOnly }[];
}

/** Records further layout shifts in the page's `shifts`: which element moved, and where to. */
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

describe('a streaming answer', () => {
  beforeEach(() => {
    proxy.answerWith(pacedTurns.handle);
  });

  test.each(['high', 'low'] as const)(
    'shifts nothing on the page, with %s confidence',
    async (confidence) => {
      const reading = {
        confidence,
        asked: whereQuestion,
        text: `${whereQuestion} In chunks.py`,
        carried: ['chunks.py'],
      };
      pacedTurns.script(createScriptedAnswer({ claims: 24, reading }), 60);
      const page = await openPage(`/r/${id}`);
      await page.getByRole('heading', { name: 'Ask parcel' }).waitFor();
      await watchShifts(page);
      await ask(page, whereQuestion);
      await waitForTurn(page, 1);
      expect(await page.evaluate((): unknown => Reflect.get(globalThis, 'shifts'))).toEqual([]);
      // The question stays visible however long the answer is.
      expect(await getTurn(page, 1).getByRole('heading', { level: 2 }).isVisible()).toBe(true);
      const heading = await getTurn(page, 1).getByRole('heading', { level: 2 }).boundingBox();
      expect(heading?.y).toBeGreaterThanOrEqual(0);
    },
  );

  test('is stopped by the button or by Escape, and keeps the part that has arrived', async () => {
    pacedTurns.script(createScriptedAnswer({ claims: 200 }), 40);
    const page = await openPage(`/r/${id}`);
    await ask(page, whereQuestion);
    await getTurn(page, 1).locator('[data-claim][data-state="verified"]').nth(2).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.locator('[data-turn="1"][data-phase="stopped"]').waitFor();
    const claimsAtStop = await listClaims(page, 1);
    expect(claimsAtStop.length).toBeGreaterThan(2);
    await page.reload();
    await page.locator('[data-turn="1"][data-phase="stopped"]').waitFor();
    expect(await listClaims(page, 1)).toEqual(claimsAtStop);

    await ask(page, errorsQuestion);
    await getTurn(page, 2).locator('[data-claim]').first().waitFor();
    await page.keyboard.press('Escape');
    await page.locator('[data-turn="2"][data-phase="stopped"]').waitFor();

    pacedTurns.script(createScriptedAnswer({ claims: 2 }), 0);
    await getTurn(page, 2).getByRole('button', { name: 'Ask again' }).first().click();
    await waitForTurn(page, 2);
    expect(await listClaims(page, 2)).toHaveLength(2);
    expect(await page.locator('[data-turn]').count()).toBe(2);
  });

  test('continues when the user leaves the page, and is rejoined on return', async () => {
    pacedTurns.script(createScriptedAnswer({ claims: 30 }), 60);
    const page = await openPage(`/r/${id}`);
    await ask(page, whereQuestion);
    await getTurn(page, 1).locator('[data-claim]').first().waitFor();
    const address = page.url();
    await page.goto('about:blank');
    await page.goto(address);
    await page.locator('[data-turn="1"][data-phase="streaming"]').waitFor();
    await waitForTurn(page, 1);
    expect(await listClaims(page, 1)).toHaveLength(30);
  });

  test('warns before the claims at low confidence without repeating what they quote, and shows how a follow-up was rewritten', async () => {
    pacedTurns.script(
      createScriptedAnswer({
        claims: 2,
        reading: { confidence: 'low', asked: 'and it?', text: 'What is `cut`?', carried: ['cut'] },
      }),
      0,
    );
    const page = await openPage(`/r/${id}?q=${encodeURIComponent('and it?')}`);
    await waitForTurn(page, 1);
    const answer = getTurn(page, 1);
    await answer.getByText('Interpreted as:').waitFor();
    const notice = await answer.getByRole('note').boundingBox();
    expect(await answer.getByRole('list', { name: 'Best matches' }).count()).toBe(0);
    const claim = await answer.locator('[data-claim]').first().boundingBox();
    expect(notice?.y).toBeLessThan(claim?.y ?? 0);
  });

  test('suggests narrower questions for a question that is too broad', async () => {
    pacedTurns.script(createScriptedAnswer({ claims: 1, suggestions: ['How does `cut` work?'] }), 0);
    const page = await openPage(`/r/${id}?q=everything`);
    await waitForTurn(page, 1);
    pacedTurns.script(createScriptedAnswer({ claims: 1 }), 0);
    await getTurn(page, 1).getByRole('button', { name: 'How does cut work?' }).click();
    await waitForTurn(page, 2);
    expect(await getTurn(page, 2).getByRole('heading', { level: 2 }).innerText()).toContain(
      'How does `cut` work?',
    );
  });

  test('shows an error in the server’s words', async () => {
    const problem = {
      title: 'Storage did not answer',
      detail: 'It timed out.',
      fix: 'Try later.',
      code: 'x',
    };
    pacedTurns.script([{ type: 'error', errorText: JSON.stringify(problem) }], 0);
    const page = await openPage(`/r/${id}?q=anything`);
    const alert = page.getByRole('alert');
    await alert.getByText('Storage did not answer').waitFor();
    expect(await alert.innerText()).toContain('It timed out.');
    expect(await alert.innerText()).toContain('Try later.');
  });
});

describe('a complete answer', () => {
  test('from the cache is marked, and can be regenerated', async () => {
    const page = await openPage(`/r/${id}?q=${encodeURIComponent(errorsQuestion)}`);
    await waitForTurn(page, 1);
    await ask(page, errorsQuestion);
    await waitForTurn(page, 2);
    await getTurn(page, 2).getByText('From cache', { exact: true }).waitFor();
    await getTurn(page, 2).getByRole('button', { name: 'Regenerate' }).click();
    await getTurn(page, 2).getByText('From cache', { exact: true }).waitFor({ state: 'detached' });
    await waitForTurn(page, 2);
    expect(await page.locator('[data-turn]').count()).toBe(2);
  });

  test('that declines shows what was searched and which names are unknown', async () => {
    const page = await openPage(`/r/${id}?q=${encodeURIComponent('Where is `tide_height` defined?')}`);
    await waitForTurn(page, 1);
    const answer = getTurn(page, 1);
    await answer.getByText('This repository does not contain an answer to that question.').waitFor();
    const answerText = await answer.innerText();
    expect(answerText).toContain('Not found\ntide_height');
    expect(answerText).toMatch(/\d+ files? in \d+ chunks?/);
    await answer
      .getByRole('link', { name: /skipped/ })
      .first()
      .click();
    await page.waitForURL(`**/r/${id}/status#coverage-title`);
  });

  test('is copied as Markdown with citations that open the lines', async () => {
    const context = await openContext();
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: proxy.url });
    const page = await openPage(`/r/${id}?q=${encodeURIComponent(whereQuestion)}`, context);
    await waitForTurn(page, 1);
    const actions = getTurn(page, 1).getByRole('group', { name: 'Actions for answer 1' });
    await actions.getByRole('button', { name: 'Copy', exact: true }).click();
    await actions.getByText('Copied').first().waitFor();
    const markdown = await page.evaluate(() => navigator.clipboard.readText());
    expect(markdown).toContain(`## ${whereQuestion}`);
    const [, link = ''] = /\]\((http[^)]+)\)/.exec(markdown) ?? [];
    expect(link).toMatch(new RegExp(`^${proxy.url}/r/${id}/files/src/parcel/chunks\\.py\\?version=.*#L\\d+`));
    await page.goto(link);
    await page.getByText('def join_chunks').waitFor();
  });

  test('can be continued with the keyboard', async () => {
    const page = await openPage(`/r/${id}?q=${encodeURIComponent(whereQuestion)}`);
    await waitForTurn(page, 1);
    await page.keyboard.press('/');
    expect(await questionBox(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('ArrowUp');
    expect(await questionBox(page).inputValue()).toBe(whereQuestion);
    await page.keyboard.type('/');
    expect(await questionBox(page).inputValue()).toBe(`${whereQuestion}/`);
  });
});

test.each(['a new chat', 'a conversation'])(
  '%s loads at most 200 KB of compressed scripts',
  async (pageKind) => {
    const conversation = crypto.randomUUID();
    await journey.client.answer(id, { question: whereQuestion, conversationId: conversation });
    const page = await (await openContext()).newPage();
    const compressedSizes: Promise<number>[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('.js'))
        compressedSizes.push(response.body().then((body) => gzipSync(body).length));
    });
    const path = pageKind === 'a new chat' ? `/r/${id}` : `/r/${id}/c/${conversation}`;
    await page.goto(proxy.url + path, { waitUntil: 'networkidle' });
    const sizes = await Promise.all(compressedSizes);
    expect(sizes.length).toBeGreaterThan(3);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(20 * 1024);
    expect(total).toBeLessThanOrEqual(200 * 1024);
  },
);
