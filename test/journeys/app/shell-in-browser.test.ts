/**
 * In a browser, tests the shell around every page: the sidebar of conversations, the palette, back and forward, the theme, the guides, and
 * the criteria for installing the app.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { shareBrowser } from '../../support/browser/browser.ts';
import { packTree } from '../../support/files/tar-bytes.ts';
import { smallRepository } from '../../support/files/small-repository.ts';
import { startJourneyServer, type JourneyServer } from '../../support/server/journey-server.ts';

const question = 'Where is join_chunks defined?';
const dayMs = 86_400_000;

let journey: JourneyServer;
let browser: Awaited<ReturnType<typeof shareBrowser>>;
let repositoryId = '';

beforeAll(async () => {
  [journey, browser] = await Promise.all([startJourneyServer(), shareBrowser({ scrollbars: true })]);
  repositoryId = (await journey.index('parcel', await packTree(smallRepository))).id;
});

afterAll(async () => {
  await journey?.close();
});

interface ListedConversation {
  readonly id: string;
  readonly title: string;
  readonly askedAt: number;
  readonly repositoryId?: string;
  readonly bookmarked?: boolean;
}

/** Opens a page as a new visitor whose browser lists these conversations. */
async function visit(
  path: string,
  options: { width?: number; listed?: readonly ListedConversation[] } = {},
): Promise<Page> {
  const { width = 1280, listed = [] } = options;
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme: 'light' });
  onTestFinished(() => context.close());
  await listConversations(context, listed);
  const page = await context.newPage();
  await page.goto(journey.server.url + path);
  // The HTML of the landing page is complete before the app runs and lists the repositories.
  await (
    path === '/' ? page.getByRole('link', { name: 'parcel', exact: true }) : page.locator('main')
  ).waitFor();
  return page;
}

async function listConversations(
  context: BrowserContext,
  listed: readonly ListedConversation[],
): Promise<void> {
  const entries = listed.map((conversation) => ({
    repositoryId,
    repositoryName: conversation.repositoryId === undefined ? 'parcel' : 'harbour',
    bookmarked: false,
    createdAt: conversation.askedAt,
    ...conversation,
  }));
  // Written once per visitor, not per page, so that changes made by a page persist.
  await context.addInitScript((stored) => {
    if (localStorage.getItem('wherefore.conversations') === null)
      localStorage.setItem('wherefore.conversations', stored);
  }, JSON.stringify(entries));
}

const getSidebar = (page: Page) => page.getByRole('navigation', { name: 'Conversations' });

const getPalette = (page: Page) => page.getByRole('dialog', { name: 'Search or ask' });

async function chooseAction(page: Page, title: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

const clickButton = (name: RegExp) => (page: Page) => page.getByRole('button', { name }).click();

const pressKey = (key: string) => (page: Page) => page.keyboard.press(key);

/** Creates two conversations that the server stores, and one about a removed repository. */
async function createThreeConversations(): Promise<readonly ListedConversation[]> {
  const now = Date.now();
  const ids = [crypto.randomUUID(), crypto.randomUUID()] as const;
  for (const conversationId of ids) await journey.client.answer(repositoryId, { question, conversationId });
  return [
    { id: ids[0], title: question, askedAt: now },
    { id: ids[1], title: 'How are chunks cut?', askedAt: now - 40 * dayMs },
    { id: 'c3', title: 'Who reads the tides?', askedAt: now - 60 * dayMs, repositoryId: 'gone' },
  ];
}

describe('the sidebar', () => {
  test('lists conversations by date, marks the open one, and finds them by title', async () => {
    const listed = await createThreeConversations();
    const page = await visit(`/r/${repositoryId}/c/${listed[0]?.id}`, { listed });
    const sidebar = getSidebar(page);
    await sidebar.getByText('harbour, removed').waitFor();
    expect(await sidebar.getByRole('heading').allTextContents()).toHaveLength(3);
    expect(await sidebar.getByRole('heading').first().textContent()).toBe('Today');
    expect(await sidebar.locator('[aria-current="page"]').innerText()).toContain(question);

    await sidebar.getByRole('searchbox').fill('parcel cut');
    expect(await sidebar.getByRole('listitem').count()).toBe(1);
    await sidebar.getByRole('searchbox').fill('satellite');
    await sidebar.getByText('No conversations match “satellite”').waitFor();
  });

  test('renames and bookmarks conversations, and deletes them permanently', async () => {
    const listed = await createThreeConversations();
    const page = await visit('/', { listed });
    const sidebar = getSidebar(page);

    await chooseAction(page, question, 'Rename');
    const field = sidebar.getByRole('textbox', { name: 'Conversation title' });
    await field.fill('Not this');
    await field.press('Escape');
    expect(await sidebar.getByText('Not this').count()).toBe(0);
    await chooseAction(page, question, 'Rename');
    await field.fill('Nor this');
    await sidebar.getByRole('button', { name: 'Cancel renaming' }).click();
    await field.waitFor({ state: 'detached' });
    expect(await sidebar.getByText('Nor this').count()).toBe(0);
    await chooseAction(page, question, 'Rename');
    await field.fill('Joining');
    await field.press('Enter');
    const renamed = sidebar.getByRole('link', { name: /^Joining/ });
    await page.waitForFunction(() => document.activeElement?.textContent.includes('Joining'));

    await chooseAction(page, 'Joining', 'Bookmark');
    await sidebar.getByRole('heading', { name: 'Bookmarked' }).waitFor();
    await page.reload();
    await renamed.waitFor();
    expect(await sidebar.getByRole('heading').first().textContent()).toBe('Bookmarked');

    await chooseAction(page, 'Joining', 'Delete');
    const dialog = page.getByRole('alertdialog');
    expect(await dialog.innerText()).toContain('“Joining” about parcel');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await renamed.waitFor();
    await chooseAction(page, 'Joining', 'Delete');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await renamed.waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.id === 'find-conversation');
    await expect(journey.client.getConversation(repositoryId, listed[0]?.id ?? '')).rejects.toMatchObject({
      problem: { status: 404 },
    });
    await journey.client.getConversation(repositoryId, listed[1]?.id ?? '');
  });

  test('deletes all conversations, and reports where it stopped if the server fails', async () => {
    const listed = await createThreeConversations();
    const page = await visit(`/r/${repositoryId}/c/${listed[1]?.id}`, { listed });
    const sidebar = getSidebar(page);
    const address = `**/conversations/${listed[1]?.id}`;
    await page.route(address, (route) =>
      route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
    );
    await sidebar.getByRole('button', { name: 'Conversations and shortcuts' }).click();
    await page.getByRole('menuitem', { name: 'Delete all conversations' }).click();
    const dialog = page.getByRole('alertdialog');
    expect(await dialog.innerText()).toContain('3 conversations');
    await dialog.getByRole('button', { name: 'Delete all' }).click();
    await dialog.getByRole('alert').getByText('after 1 of 3').waitFor();
    expect(await page.locator('.sidebar li').count()).toBe(2);

    await page.unroute(address);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.waitFor({ state: 'detached' });
    await sidebar.getByText('No conversations yet').waitFor();
    await page.waitForURL(`**/r/${repositoryId}`);
    await expect(journey.client.getConversation(repositoryId, listed[1]?.id ?? '')).rejects.toMatchObject({
      problem: { status: 404 },
    });
  });

  test('displays changes from another tab at once', async () => {
    const page = await visit('/', { listed: await createThreeConversations() });
    const other = await page.context().newPage();
    await other.goto(page.url());
    await chooseAction(other, 'How are chunks cut?', 'Bookmark');
    await getSidebar(page).getByRole('heading', { name: 'Bookmarked' }).waitFor();
  });

  test('stays collapsed after a reload', async () => {
    const page = await visit('/');
    await getSidebar(page).waitFor();
    await page.keyboard.press('Control+b');
    await getSidebar(page).waitFor({ state: 'detached' });
    await page.reload();
    const toggle = page.getByRole('button', { name: 'Show the sidebar' });
    await toggle.waitFor();
    expect(await getSidebar(page).count()).toBe(0);
    await toggle.click();
    await getSidebar(page).waitFor();
  });

  test('is a drawer on phones that traps the focus, and closes on Escape and on navigation', async () => {
    const page = await visit('/', { width: 390, listed: await createThreeConversations() });
    const toggle = page.getByRole('button', { name: 'Show the sidebar' });
    await toggle.click();
    const drawer = page.getByRole('dialog', { name: 'Conversations' });
    await drawer.waitFor();
    for (let step = 0; step < 20; step += 1) {
      await page.keyboard.press('Tab');
      expect(await drawer.evaluate((node) => node.contains(document.activeElement))).toBe(true);
    }
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.textContent.includes('sidebar'));
    await toggle.click();
    await drawer.getByRole('link', { name: /^How are chunks cut/ }).click();
    await page.waitForURL('**/c/*');
    await drawer.waitFor({ state: 'detached' });
  });

  test('lists 500 conversations and filters them', async () => {
    const now = Date.now();
    const listed = Array.from({ length: 500 }, (_, index) => ({
      id: `many${index}`,
      title: `Question ${index} about chunks`,
      askedAt: now - index * 6 * 3_600_000,
    }));
    const page = await visit('/', { listed });
    await expect.poll(() => page.locator('.sidebar li').count()).toBe(500);
    await page.locator('#find-conversation').fill('question 49');
    await page.waitForFunction(() => document.querySelectorAll('.sidebar li').length === 15);
  });
});

describe('over a scrolled page', () => {
  test.each([
    ['the palette', 1280, pressKey('Control+k')],
    ['the palette', 390, pressKey('Control+k')],
    ['the shortcuts', 1280, pressKey('?')],
    ['a menu', 1280, clickButton(/^Theme/)],
    ['a menu', 390, clickButton(/^Theme/)],
    ['the sidebar', 390, clickButton(/^Show the sidebar/)],
  ])('%s does not shift the page at %i px', async (_, width, open) => {
    const page = await visit('/', { width });
    await page.setViewportSize({ width, height: 360 });
    await page.evaluate(() => scrollTo(0, 150));
    const readPositions = () =>
      page.evaluate(() => ({
        scrolled: scrollY,
        boxes: ['header', '.sidebar', 'main'].map((selector) => {
          const box = document.querySelector(selector)?.getBoundingClientRect();
          return box === undefined ? null : [box.x, box.y, box.width, box.height];
        }),
      }));
    const before = await readPositions();
    expect(before.scrolled).toBe(150);
    await open(page);
    await page.locator('[role="dialog"], [role="menu"]').first().waitFor();
    expect(await readPositions()).toEqual(before);
  });
});

describe('the palette', () => {
  test('opens with the keyboard, goes to a file and a symbol, and restores the focus', async () => {
    const page = await visit(`/r/${repositoryId}/status`);
    await page.getByRole('link', { name: 'Files', exact: true }).focus();
    await page.keyboard.press('Control+k');
    const palette = getPalette(page);
    await palette.waitFor();
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.textContent === 'Files');

    await page.keyboard.press('Control+k');
    await palette.getByRole('combobox').fill('errors.py');
    await palette.getByRole('option', { name: /^errors\.py/ }).waitFor();
    await palette.getByRole('option', { name: /^errors\.py/, selected: true }).waitFor();
    const [ask, search] = (await palette.getByRole('option').allInnerTexts()).slice(-2);
    expect(ask).toContain('Ask: errors.py');
    expect(search).toContain('Search all repositories: errors.py');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/files/src/parcel/errors.py');
    await palette.waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.ariaLabel === 'Code of src/parcel/errors.py');

    await page.keyboard.press('Control+k');
    await palette.getByRole('combobox').fill('join_chunks');
    await palette.getByRole('option', { name: /join_chunks.*method|join_chunks.*function/ }).click();
    await page.waitForURL(/files\/src\/parcel\/chunks\.py#L\d+/);
  });

  test('starts a chat by command or shortcut, with the focus in the question box', async () => {
    const page = await visit(`/r/${repositoryId}/status`);
    const waitForQuestionBox = () => page.waitForFunction(() => document.activeElement?.id === 'question');
    await page.keyboard.press('Control+k');
    await getPalette(page).getByRole('combobox').fill('new chat');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/r/${repositoryId}`);
    await waitForQuestionBox();
    await getSidebar(page).getByRole('searchbox').focus();
    await page.keyboard.press('Alt+n');
    await waitForQuestionBox();
    await page.getByRole('link', { name: 'History', exact: true }).click();
    await page.waitForURL('**/history');
    await getSidebar(page).getByRole('link', { name: 'New chat' }).click();
    await waitForQuestionBox();
  });

  test('asks the typed question', async () => {
    const page = await visit(`/r/${repositoryId}/files`);
    await page.keyboard.press('Control+k');
    await getPalette(page).getByRole('combobox').fill(question);
    await page.keyboard.press('Enter');
    await page.locator('[data-claim]').first().waitFor();
    await getSidebar(page).locator('[aria-current="page"]').getByText(question).waitFor();
  });

  test('omits conversations of removed repositories, with and without the sidebar', async () => {
    const page = await visit(`/r/${repositoryId}/status`, {
      width: 390,
      listed: await createThreeConversations(),
    });
    await page.keyboard.press('Control+k');
    const palette = getPalette(page);
    await palette.getByRole('combobox').fill('chunks cut');
    await palette.getByRole('option', { name: /^How are chunks cut/ }).waitFor();
    await palette.getByRole('combobox').fill('tides');
    await palette.getByRole('option', { name: 'Ask: tides' }).waitFor();
    await palette.getByRole('option', { name: /^Who reads/ }).waitFor({ state: 'detached' });
  });

  test('runs commands that switch the theme and open the shortcuts', async () => {
    const page = await visit('/');
    await page.keyboard.press('Control+k');
    await getPalette(page).getByRole('combobox').fill('theme');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark');
    await page.keyboard.press('Control+k');
    await getPalette(page).getByRole('combobox').fill('shortcuts');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  });
});

describe('the landing page', () => {
  test('makes fewer than 50 requests', async () => {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.goto(journey.server.url, { waitUntil: 'networkidle' });
    expect(requested.length).toBeLessThan(50);
  });

  test('links to a repository and its files, and supports back and forward', async () => {
    const page = await visit('/');
    await page.getByRole('link', { name: 'parcel', exact: true }).click();
    await page.waitForURL(`**/r/${repositoryId}`);
    await page.getByRole('navigation', { name: 'Repository' }).getByRole('link', { name: 'Files' }).click();
    await page.waitForURL('**/files');
    await page.getByRole('navigation', { name: 'Repository' }).locator('[aria-current="page"]').waitFor();
    await page.goBack();
    await page.getByRole('textbox', { name: /Question about parcel/ }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: /^Ask any code repository/ }).waitFor();
    await page.goForward();
    await page.goForward();
    await page.waitForURL('**/files');
    expect(await page.locator('header nav [aria-current="page"]').innerText()).toBe('Files');
  });

  test('displays an error when the server does not respond', async () => {
    const page = await visit('/docs');
    await page.route('**/v1/repositories', (route) => route.abort());
    await page.goto(journey.server.url);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  });

  test('removes a repository after confirmation, and its conversations with it', async () => {
    const { id } = await journey.index('short-lived', await packTree({ 'a.py': 'one = 1\n' }));
    const listed = [{ id: 'c9', title: 'What is one?', askedAt: Date.now(), repositoryId: id }];
    const page = await visit('/', { listed });
    await chooseAction(page, 'short-lived', 'Remove');
    const dialog = page.getByRole('alertdialog', { name: 'Remove short-lived?' });
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('link', { name: 'short-lived', exact: true }).waitFor({ state: 'detached' });
    await page.locator('.sidebar li.gone').waitFor();
    await page.goto(`${journey.server.url}/r/${id}`);
    await page.getByText('It was removed together with its conversations').waitFor();
    expect(await page.getByRole('alert').innerText()).toMatch(/^Repository not found/);
    await chooseAction(page, 'What is one?', 'Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await getSidebar(page).getByText('No conversations yet').waitFor();
    expect((await journey.client.listRepositories()).map(({ name }) => name)).not.toContain('short-lived');
  });
});

test('the theme survives a reload without a flash of the other theme', async () => {
  const page = await visit('/');
  await page.getByRole('button', { name: /^Theme/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  // Records the color scheme and background of every frame, starting with the first.
  await page.addInitScript(() => {
    const recordedFrames: string[] = [];
    const recordFrame = (): void => {
      const { colorScheme, backgroundColor } = getComputedStyle(document.documentElement);
      recordedFrames.push(`${colorScheme} ${backgroundColor}`);
      requestAnimationFrame(recordFrame);
    };
    requestAnimationFrame(recordFrame);
    Object.assign(globalThis, { recordedFrames });
  });
  await page.reload();
  await page.locator('main').waitFor();
  const frames = await page.evaluate(() => [
    ...new Set((globalThis as unknown as { recordedFrames: string[] }).recordedFrames),
  ]);
  expect(frames.length).toBeGreaterThan(0);
  expect(frames.filter((frame) => !/^dark rgb(?:a\(0, 0, 0, 0\)|\(20, 21, 19\))$/.test(frame))).toEqual([]);
  expect(await page.locator('meta[name="theme-color"]').first().getAttribute('content')).toBe('#141513');

  await page.getByRole('button', { name: /^Theme/ }).click();
  await page.getByRole('menuitemradio', { name: 'Same as system' }).click();
  await page.waitForFunction(() => getComputedStyle(document.documentElement).colorScheme === 'light dark');
});

/** Chromium's criteria are at https://web.dev/articles/install-criteria. The headless build checks only the manifest's format. */
test('the app meets the criteria for installing it', async () => {
  const page = await visit('/');
  const session = await page.context().newCDPSession(page);
  const { url, errors, data = '{}' } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(url).toBe(`${journey.server.url}/manifest.webmanifest`);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(installabilityErrors).toEqual([]);

  const manifest: unknown = JSON.parse(data);
  expect(manifest).toMatchObject({
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    name: 'Wherefore',
  });
  const { icons } = manifest as { icons: { src: string; sizes: string; type: string; purpose: string }[] };
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
  );
  for (const icon of icons) {
    const loadedIcon = await page.evaluate(async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      const { headers } = await fetch(src);
      return { sizes: `${image.naturalWidth}x${image.naturalHeight}`, type: headers.get('content-type') };
    }, icon.src);
    expect(loadedIcon.type).toContain(icon.type);
    if (icon.sizes !== 'any') expect(loadedIcon.sizes).toBe(icon.sizes);
  }
});

describe('the guides', () => {
  test('are found by words and misspelled words, and open at the section', async () => {
    const page = await visit('/docs');
    const search = page.getByRole('searchbox', { name: 'Search the guides' });
    await search.fill('webhok');
    await page.getByRole('link', { name: /Tokens and webhooks/ }).click();
    await page.waitForURL('**/docs/github#tokens-and-webhooks');
    await page.getByRole('heading', { name: 'Tokens and webhooks' }).waitFor();
    expect(await search.inputValue()).toBe('');
    await page
      .getByRole('navigation', { name: 'On this page' })
      .getByRole('link', { name: 'Ask without indexing' })
      .click();
    await page.waitForURL('**/docs/github#ask-without-indexing');
    await search.fill('zebra crossing');
    await page.getByText('No guide contains “zebra crossing”.').waitFor();
  });

  test('link to each other, and unknown guides return an error', async () => {
    const page = await visit('/docs/search');
    await page.getByRole('navigation', { name: 'Guides' }).getByRole('link', { name: 'History' }).click();
    await page.getByRole('link', { name: 'pull requests and issues' }).click();
    await page.getByRole('heading', { level: 1, name: 'GitHub repositories' }).waitFor();
    await page.goto(`${journey.server.url}/docs/nothing`);
    await page.getByText('There is no guide “nothing”.').waitFor();
  });
});
