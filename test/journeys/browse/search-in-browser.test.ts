/** In a browser, tests the three search modes, filters, keyboard, back and forward, and error messages. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { shareBrowser } from '../../support/browser/browser.ts';
import { packTree } from '../../support/files/tar-bytes.ts';
import { smallRepository } from '../../support/files/small-repository.ts';
import { shareJourneyServer } from '../../support/server/journey-server.ts';

let journey: Awaited<ReturnType<typeof shareJourneyServer>>;
let browser: Awaited<ReturnType<typeof shareBrowser>>;
let home = '';

beforeAll(async () => {
  [journey, browser] = await Promise.all([shareJourneyServer(), shareBrowser()]);
  const lines = Array.from({ length: 450 }, (_, index) => `level_${index} = ${index}\n`).join('');
  const story = '    While for if, and return while.\n'.repeat(25);
  const tree = {
    ...smallRepository,
    'src/levels.py': lines,
    'src/anchor.py': `def weigh():\n    """Weighs.\n\n${story}    The kedge anchor.\n    """\n    return 1\n`,
  };
  home = `/r/${(await journey.index('parcel', await packTree(tree))).id}`;
});

afterAll(async () => {
  await journey?.close();
});

async function visit(path: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(`${journey.server.url}${path}`);
  await page.locator('main').waitFor();
  return page;
}

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search parcel' });
const filterField = (page: Page) => page.getByRole('combobox', { name: 'Add filter' });
const links = (page: Page) => page.locator('a[data-result]');
const query = (page: Page): URLSearchParams => new URL(page.url()).searchParams;
const reading = (page: Page) => page.getByRole('list', { name: 'Query interpretation' });
const focusedResult = (page: Page): Promise<number> =>
  links(page).evaluateAll((all) => all.findIndex((link) => link === document.activeElement));

test('an excerpt that begins inside a long comment is colored as one', async () => {
  const page = await visit(`${home}/search?q=kedge+anchor`);
  const first = page.getByRole('article').first();
  await first.getByText('kedge').first().waitFor();
  await expect.poll(() => first.locator('.tok-string, .tok-comment').count()).toBeGreaterThan(3);
  expect(await first.locator('.tok-keyword').allInnerTexts()).not.toContain('while');
});

test('all repositories can be searched, and a result opens its repository', async () => {
  const page = await visit(`${home}/search?q=join+the+chunks`);
  await page.getByRole('link', { name: 'Search all repositories' }).click();
  const first = page.getByRole('article', { name: /^Result 1: parcel src\/parcel\/chunks\.py/ });
  await first.waitFor();
  await page.getByRole('searchbox', { name: 'Search all repositories' }).fill('zyxwv');
  await page.keyboard.press('Enter');
  await page.getByText('Nothing found. Try other words').waitFor();
  await page.goBack();
  await first.locator('a[data-result]').click();
  await page.waitForURL(new RegExp(`${home}/files/src/parcel/chunks\\.py`));
});

test('Ctrl+K searches all repositories for the typed text', async () => {
  const page = await visit('/settings');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('join the chunks');
  await page.getByRole('option', { name: 'Search all repositories: join the chunks' }).click();
  await page.getByRole('article').first().waitFor();
});

describe('words', () => {
  test('return spans with their lines, kind and score components', async () => {
    const page = await visit(`${home}/search`);
    await field(page).pressSequentially('join the chunks of a file', { delay: 15 });
    const first = page.getByRole('article').first();
    await first.waitFor();
    await page.getByText('High confidence').waitFor();
    expect(query(page).get('q')).toBe('join the chunks of a file');
    expect(await first.innerText()).toMatch(/src\/parcel\/chunks\.py:\d+-\d+/);
    await first.locator('summary').click();
    expect(await first.getByRole('rowheader').count()).toBeGreaterThan(1);
    const [, start = '', end = ''] = /:(\d+)-(\d+)/.exec(await links(page).first().innerText()) ?? [];
    const displayedLines = await first
      .locator('[data-number]')
      .evaluateAll((lines) => lines.map((line) => `${line.getAttribute('data-number')} ${line.textContent}`));
    const { text } = await journey.client.readFile(home.slice(3), 'src/parcel/chunks.py');
    const lines = text.split('\n').map((line, index) => `${index + 1} ${line}\n`);
    const firstLine = Number(displayedLines[0]?.split(' ')[0]);
    expect(firstLine).toBeGreaterThanOrEqual(Number(start));
    expect(displayedLines).toEqual(lines.slice(firstLine - 1, Math.min(Number(end), firstLine + 9)));
    const marked = await first.locator('mark').allInnerTexts();
    expect(marked.map((word) => word.toLowerCase())).toEqual(expect.arrayContaining(['chunks']));
  });

  test('are filtered by chips that can be typed, chosen, and removed by Backspace or a click', async () => {
    const page = await visit(`${home}/search?q=join+chunks`);
    await links(page).first().waitFor();
    const unfilteredCount = await links(page).count();
    await filterField(page).fill('lang: markdown');
    await filterField(page).press('Enter');
    await page.waitForURL(/language=markdown/);
    await expect.poll(() => links(page).count()).toBeLessThan(unfilteredCount);
    for (const text of await links(page).allInnerTexts()) expect(text).toMatch(/\.md:/);

    await filterField(page).press('ArrowDown');
    await page.getByRole('listbox', { name: 'Suggested filters' }).getByText('docs/**').first().click();
    await page.waitForURL(/path=docs/);
    expect(query(page).get('path')).toMatch(/^docs\/.*\*\*$/);
    await filterField(page).press('Backspace');
    await expect.poll(() => query(page).has('language')).toBe(false);
    await page.getByRole('button', { name: /docs.*remove filter/ }).click();
    await expect.poll(() => page.url()).toMatch(/search\?q=join\+chunks$/);
    await expect.poll(() => links(page).count()).toBe(unfilteredCount);
  });

  test('that the repository does not contain are reported', async () => {
    const page = await visit(`${home}/search?q=satellite+images+georeferenced+by+orbit`);
    const notice = page.getByText(/^(Probably not here|Nothing found)$/);
    await notice.waitFor();
  });

  test('have results that can be used with the keyboard, and going back focuses the opened result', async () => {
    const page = await visit(`${home}/search?q=join+chunks`);
    await links(page).first().waitFor();
    await field(page).focus();
    await page.keyboard.press('ArrowDown');
    expect(await focusedResult(page)).toBe(0);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    expect(await focusedResult(page)).toBe(1);
    const location = await links(page).nth(1).innerText();
    const popup = page.waitForEvent('popup');
    await page.keyboard.press('o');
    await (await popup).close();

    await page.keyboard.press('Enter');
    await page.waitForURL(/\/files\//);
    const [, path, start, end] = /^(.*):(\d+)-(\d+)$/.exec(location) ?? [];
    const code = page.getByRole('region', { name: `Code of ${path}` });
    await code.locator('.selected').first().waitFor();
    const lines = await code
      .locator('.selected')
      .evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-line'))));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toBeGreaterThanOrEqual(Number(start));
    expect(lines[0]).toBeLessThanOrEqual(Number(end));

    await page.goBack();
    await expect.poll(() => focusedResult(page)).toBe(1);
    await page.getByText('opened', { exact: true }).waitFor();
    await page.keyboard.press('/');
    expect(await field(page).evaluate((box) => box === document.activeElement)).toBe(true);
  });
});

test('Escape leaves the field, and keeps the query, the results and the address', async () => {
  const page = await visit(`${home}/search?q=join+chunks`);
  await links(page).first().waitFor();
  const count = await links(page).count();
  await field(page).focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  expect(await focusedResult(page)).toBe(0);
  expect(await field(page).inputValue()).toBe('join chunks');
  expect(await links(page).count()).toBe(count);
  expect(page.url()).toMatch(/search\?q=join\+chunks$/);
});

test('a path with a typo finds the closest paths, in the search and in the file tree', async () => {
  const page = await visit(`${home}/search?mode=path&q=chnks`);
  await page.getByText(/^No path contains this\. \d+ closest paths?:$/).waitFor();
  await page.getByRole('link', { name: 'src/parcel/chunks.py', exact: true }).waitFor();
  await page.goto(`${journey.server.url}${home}/files`);
  await page.getByRole('combobox', { name: 'Find files by path' }).fill('uplaod');
  await page
    .getByRole('option', { name: /upload\.py/ })
    .first()
    .waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or ask' }).fill('uplaod');
  await page
    .getByRole('option', { name: /upload\.py/ })
    .first()
    .waitFor();
});

describe('notes from the server', () => {
  test('are shown when filters exclude everything', async () => {
    const page = await visit(`${home}/search?q=join+chunks&kind=widget`);
    await page.getByText('Nothing found').first().waitFor();
    await reading(page).getByText('widget').first().waitFor();
  });

  test('are shown with results of a degraded search', async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const note = 'The embedding model is unavailable: found by keywords alone.';
    await page.route('**/search', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      const response = await route.fetch();
      const answer = (await response.json()) as Record<string, unknown>;
      return route.fulfill({ response, json: { ...answer, notes: [note] } });
    });
    await page.goto(`${journey.server.url}${home}/search?q=join+chunks`);
    await links(page).first().waitFor();
    await reading(page).getByText(note).waitFor();
  });
});

test('code is a tab stop only if it scrolls', async () => {
  const page = await visit(`${home}/search?q=join+the+chunks+of+a+file`);
  await links(page).first().waitFor();
  const boxes = page.getByRole('group', { name: /^Code of / });
  const listBoxes = () =>
    boxes.evaluateAll((all) =>
      all.map((box) => ({ scrolls: box.scrollWidth > box.clientWidth, isStop: box.tabIndex === 0 })),
    );
  const stops = async (): Promise<number> => (await listBoxes()).filter(({ isStop }) => isStop).length;
  const matchesScrolling = async (): Promise<boolean> =>
    (await listBoxes()).every(({ scrolls, isStop }) => scrolls === isStop);
  await expect.poll(matchesScrolling).toBe(true);
  const stopsWhenWide = await stops();
  expect(stopsWhenWide).toBeLessThan(await boxes.count());
  await page.setViewportSize({ width: 320, height: 800 });
  await expect.poll(stops).toBeGreaterThan(stopsWhenWide);
  await expect.poll(matchesScrolling).toBe(true);
});

test('back and forward step through searches, not through every letter', async () => {
  const page = await visit(`${home}/search`);
  await field(page).pressSequentially('upload', { delay: 60 });
  await field(page).press('Enter');
  await page
    .getByRole('article', { name: /upload\.py/ })
    .first()
    .waitFor();
  await page.getByRole('radio', { name: 'Paths' }).check();
  await expect.poll(() => query(page).get('mode')).toBe('path');
  await field(page).fill('chunks');
  await page.getByRole('link', { name: 'src/parcel/chunks.py', exact: true }).waitFor();

  await page.goBack();
  await expect.poll(() => field(page).inputValue()).toBe('upload');
  expect(await page.getByRole('radio', { name: 'Paths' }).isChecked()).toBe(true);
  await page.getByRole('link', { name: 'src/parcel/upload.py', exact: true }).waitFor();
  await page.goBack();
  await expect.poll(() => page.getByRole('radio', { name: 'Words' }).isChecked()).toBe(true);
  await page
    .getByRole('article', { name: /upload\.py/ })
    .first()
    .waitFor();
  await page.goForward();
  await page.goForward();
  await expect.poll(() => field(page).inputValue()).toBe('chunks');
  await page.reload();
  await page.getByRole('link', { name: 'src/parcel/chunks.py', exact: true }).waitFor();
  expect(await field(page).inputValue()).toBe('chunks');
});

describe('a regular expression', () => {
  test('returns lines by file, with context and highlighted matches', async () => {
    const page = await visit(`${home}/search?mode=regex&q=def+(join|cut)_?%5Cw*`);
    const group = page.getByRole('region', { name: 'src/parcel/chunks.py' });
    await group.waitFor();
    expect(await group.locator('mark').allInnerTexts()).toEqual(['def join_chunks', 'def cut']);
    expect(await group.innerText()).toContain('rows = self.database.chunks_of(path)');
    await page.getByText(/^2 matching lines; searched \d+ files in/).waitFor();
    await page.getByRole('link', { name: /^Line \d+: *def cut/ }).click();
    await page.getByRole('region', { name: 'Code of src/parcel/chunks.py' }).locator('.selected').waitFor();
  });

  test('states the exact number of matches when not all are shown', async () => {
    const page = await visit(`${home}/search?mode=regex&q=%5Elevel_&path=src/**`);
    await page.getByText(/^The first 200 of 450 matching lines/).waitFor();
    expect(await links(page).count()).toBe(200);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText(/^450 matching lines/).waitFor();
    expect(await links(page).count()).toBe(450);
  });

  test('is case-sensitive unless case is ignored', async () => {
    const page = await visit(`${home}/search?mode=regex&q=PARCELERROR`);
    await page.getByText(/^No matching lines/).waitFor();
    await page.getByRole('button', { name: 'Ignore case' }).click();
    await links(page).first().waitFor();
    expect(query(page).get('case')).toBe('ignore');
  });

  test('that is invalid displays an error at the field', async () => {
    const page = await visit(`${home}/search?mode=regex&q=def`);
    await links(page).first().waitFor();
    await field(page).fill('def (');
    const error = page.getByRole('alert').filter({ hasText: 'missing closing )' });
    await error.waitFor();
    expect(await field(page).getAttribute('aria-invalid')).toBe('true');
    expect(await error.getAttribute('id')).toBe(await field(page).getAttribute('aria-describedby'));
    await field(page).fill('def cut');
    await links(page).first().waitFor();
    expect(await field(page).getAttribute('aria-invalid')).toBe('false');
  });
});

test('a repository that cannot be searched displays the reason and links to its status', async () => {
  const failed = await journey.index('nothing', await packTree({ 'logo.png': '\u0000PNG\u0000' }));
  expect(failed.status).toBe('failed');
  const page = await visit(`/r/${failed.id}/search?q=anything`);
  await page.getByRole('alert').waitFor();
  await page.getByRole('link', { name: 'Progress and coverage' }).click();
  await page.waitForURL(/\/status$/);
});
