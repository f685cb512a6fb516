/**
 * In a browser, a user navigates a large file tree with the keyboard, a file of 20,000 lines is opened at a line, searched and linked to, and missing files
 * are reported.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { shareBrowser } from '../../support/browser/browser.ts';
import { packTree } from '../../support/files/tar-bytes.ts';
import { secrets } from '../../support/files/small-repository.ts';
import { shareJourneyServer } from '../../support/server/journey-server.ts';

const manyFiles = 3000;
const deepFolder = Array.from({ length: 20 }, (_, depth) => `d${depth}`).join('/');
/** A file of the maximum indexed length. Every hundredth line contains the word "sluice". */
const longText = Array.from({ length: 20_000 }, (_, index) =>
  index % 100 === 41 ? `// sluice ${index + 1}` : `export const level${index + 1} = ${index + 1};`,
).join('\n');

let journey: Awaited<ReturnType<typeof shareJourneyServer>>;
let browser: Awaited<ReturnType<typeof shareBrowser>>;
let home = '';
let snapshotId = '';

beforeAll(async () => {
  [journey, browser] = await Promise.all([shareJourneyServer(), shareBrowser()]);
  const repository = await journey.index(
    'harbour',
    await packTree({
      'README.md': '# Harbour\n\nComputes the tide.\n',
      'src/names.md': '# Foo\n\n# Foo\n\n# Foo 1\n\n[Half](#50%25-off)\n',
      'src/long.ts': `${longText}\n`,
      'src/keys.py': `TOKEN = "${secrets.github}"\nOTHER = 1\n`,
      'src/logo.png': '\u0000PNG\u0000',
      [`${deepFolder}/end.py`]: 'END = 1\n',
      ...Object.fromEntries(
        Array.from({ length: manyFiles }, (_, index) => [
          `many/part${String(index).padStart(4, '0')}.py`,
          `PART = ${index}\n`,
        ]),
      ),
    }),
  );
  expect(repository.error).toBeUndefined();
  home = `/r/${repository.id}`;
  snapshotId = repository.snapshotId;
});

afterAll(async () => {
  await journey?.close();
});

async function visit(path: string, width = 1280): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 800 } });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(`${journey.server.url}${home}${path}`);
  await page.locator('main').waitFor();
  return page;
}

const tree = (page: Page) => page.getByRole('tree', { name: 'Files' });
const activeRow = async (page: Page): Promise<string | null> => {
  const id = await tree(page).getAttribute('aria-activedescendant');
  return id === null
    ? null
    : page.evaluate((rowId) => document.getElementById(rowId)?.dataset['path'] ?? null, id);
};
const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};
const viewer = (page: Page) => page.getByRole('region', { name: 'Code of src/long.ts' });
const listSelectedLines = async (page: Page): Promise<number[]> => {
  await viewer(page).locator('.selected').first().waitFor();
  return viewer(page)
    .locator('.selected')
    .evaluateAll((lines) => lines.map((line) => Number(line.getAttribute('data-line'))));
};

/** Whether the whole element is visible in the scrollable box. */
const isInView = (page: Page, selector: string): Promise<boolean> =>
  viewer(page).evaluate((box, innerSelector) => {
    const [frame, inner] = [
      box.getBoundingClientRect(),
      box.querySelector(innerSelector)?.getBoundingClientRect(),
    ];
    return inner !== undefined && inner.top >= frame.top && inner.bottom <= frame.bottom;
  }, selector);

describe('the tree', () => {
  test('can be used with the keyboard, and renders only the visible rows of a folder with 3,000 files', async () => {
    const page = await visit('/files');
    await tree(page).waitFor();
    await tree(page).focus();
    await press(page, 'Home');
    expect(await activeRow(page)).toBe('d0');
    await press(page, 'm');
    expect(await activeRow(page)).toBe('many');
    expect(await page.locator('[data-path="many"]').getAttribute('aria-expanded')).toBe('false');
    await press(page, 'ArrowRight');
    const first = page.locator('[data-path="many/part0000.py"]');
    await first.waitFor();
    expect(await first.getAttribute('aria-setsize')).toBe(String(manyFiles));
    expect(await first.getAttribute('aria-posinset')).toBe('1');
    expect(await first.getAttribute('aria-level')).toBe('2');
    await press(page, 'ArrowRight', 'ArrowDown');
    expect(await activeRow(page)).toBe('many/part0001.py');

    await press(page, 'End', 'ArrowUp');
    expect(await activeRow(page)).toBe('src');
    await press(page, 'ArrowUp');
    expect(await activeRow(page)).toBe(`many/part${manyFiles - 1}.py`);
    const last = page.locator(`[data-path="many/part${manyFiles - 1}.py"]`);
    expect(await last.getAttribute('aria-posinset')).toBe(String(manyFiles));
    expect(await last.isVisible()).toBe(true);
    expect(await page.getByRole('treeitem').count()).toBeLessThan(200);

    await page.keyboard.type('part1234', { delay: 20 });
    expect(await activeRow(page)).toBe('many/part1234.py');
    await press(page, 'Enter');
    await page.getByRole('region', { name: 'Code of many/part1234.py' }).getByText('1234').waitFor();
    expect(await tree(page).evaluate((element) => element === document.activeElement)).toBe(true);

    await press(page, 'ArrowLeft');
    expect(await activeRow(page)).toBe('many');
    await press(page, 'ArrowLeft');
    expect(await page.locator('[data-path="many"]').getAttribute('aria-expanded')).toBe('false');
    expect(await page.getByRole('treeitem').count()).toBeLessThan(10);
  });

  test('expands to the open file', async () => {
    const page = await visit(`/files/${deepFolder}/end.py`);
    const row = page.locator(`[data-path="${deepFolder}/end.py"]`);
    await row.waitFor();
    expect(await row.getAttribute('aria-level')).toBe('21');
    expect(await row.getAttribute('aria-selected')).toBe('true');
    await expect.poll(() => row.isVisible()).toBe(true);
  });

  test('finds files by path, and opens one with the keyboard only', async () => {
    const page = await visit('/files');
    const box = page.getByRole('combobox', { name: 'Find files by path' });
    await box.fill('PART 299');
    await page.getByRole('option').first().waitFor();
    expect(await page.getByRole('option').count()).toBe(13);
    await page.getByText('13 files', { exact: true }).waitFor();
    await press(page, 'ArrowDown', 'Enter');
    await page.waitForURL(/files\/many\/part\d+\.py$/);
    await box.fill('nothing is called this');
    await page.getByText('No matching path').waitFor();
    await box.press('Escape');
    await tree(page).waitFor();
  });

  test('is replaced by folder navigation on a phone', async () => {
    const page = await visit('/files', 390);
    const list = page.getByRole('list', { name: 'Files and folders' });
    await list.getByRole('link', { name: 'many' }).click();
    await list.getByRole('link', { name: 'part0000.py' }).waitFor();
    expect(await list.getByRole('listitem').count()).toBeLessThan(200);
    expect(await page.getByRole('tree').count()).toBe(0);
    await list.getByRole('link', { name: 'part0000.py' }).click();
    await page.getByRole('region', { name: 'Code of many/part0000.py' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'many' }).click();
    await list.waitFor();
  });
});

describe('a file of 20,000 lines', () => {
  test('opens at the lines in its URL without rendering all other lines', async () => {
    const page = await visit('/files/src/long.ts#L15000');
    await page.locator('.selected[data-line="15000"]').waitFor();
    expect(await page.locator('[data-line]').count()).toBeLessThan(300);
  });

  test('goes to a line with the keyboard, and adds it to the URL', async () => {
    const page = await visit('/files/src/long.ts');
    await viewer(page).waitFor();
    await press(page, 'Control+g');
    const dialog = page.getByRole('dialog', { name: 'Go to line' });
    await dialog.getByRole('textbox').fill('20001');
    await press(page, 'Enter');
    await dialog.getByText('The file ends at line 20,000.').waitFor();
    await dialog.getByRole('textbox').fill('120-140');
    await press(page, 'Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await listSelectedLines(page)).toEqual(Array.from({ length: 21 }, (_, index) => 120 + index));
    expect(new URL(page.url()).hash).toBe('#L120-L140');
    await expect.poll(() => viewer(page).evaluate((box) => box === document.activeElement)).toBe(true);

    await press(page, 'g', 'l');
    await dialog.getByRole('textbox').fill('19000');
    await press(page, 'Enter');
    await expect.poll(() => isInView(page, '.selected[data-line="19000"]')).toBe(true);
  });

  test('is searched to its end, including lines that are not rendered', async () => {
    const page = await visit('/files/src/long.ts');
    await viewer(page).focus();
    await press(page, 'Control+f');
    const bar = page.getByRole('search', { name: 'Find in this file' });
    const field = bar.getByRole('textbox');
    const status = bar.getByRole('status');
    await field.fill('SLUICE');
    await status.getByText('1 of 200').waitFor();
    expect(await viewer(page).locator('mark.current').innerText()).toBe('sluice');
    await press(page, 'Enter', 'Enter');
    await status.getByText('3 of 200').waitFor();
    await expect.poll(() => isInView(page, '[data-line="242"] mark.current')).toBe(true);
    await press(page, 'Shift+Enter', 'Shift+Enter', 'Shift+Enter');
    await status.getByText('200 of 200').waitFor();
    await expect.poll(() => isInView(page, '[data-line="19942"] mark.current')).toBe(true);

    await bar.getByRole('button', { name: 'Match case' }).click();
    await status.getByText('No matches').waitFor();
    await bar.getByRole('button', { name: 'Match case' }).click();
    await bar.getByRole('button', { name: 'Regular expression' }).click();
    await field.fill('level1999[0-4]\\b');
    await status.getByText('of 5').waitFor();
    await field.fill('level1999[0');
    await bar.getByRole('alert').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await field.fill('level');
    await bar.getByRole('button', { name: 'Whole words' }).click();
    await status.getByText('No matches').waitFor();
    await field.press('Escape');
    await bar.waitFor({ state: 'detached' });
    expect(await viewer(page).evaluate((box) => box === document.activeElement)).toBe(true);
    expect(await viewer(page).locator('mark').count()).toBe(0);
  });

  test('links to the current match, whatever was selected before', async () => {
    const page = await visit('/files/src/long.ts#L900');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await viewer(page).locator('[data-line="900"]').waitFor();
    const steps = await page.evaluate(() => history.length);
    await viewer(page).focus();
    await press(page, 'Control+f');
    const bar = page.getByRole('search', { name: 'Find in this file' });
    await bar.getByRole('textbox').fill('sluice');
    await bar.getByRole('status').getByText('of 200').waitFor();
    await press(page, 'Enter', 'Enter');
    const current = viewer(page).locator('[data-line]:has(mark.current)');
    await expect.poll(() => current.getAttribute('data-line')).toMatch(/^1[012]42$/);
    const line = (await current.getAttribute('data-line')) ?? '';
    await expect.poll(() => new URL(page.url()).hash).toBe(`#L${line}`);
    expect(await listSelectedLines(page)).toEqual([Number(line)]);
    expect(await page.evaluate(() => history.length)).toBe(steps);
    expect(await bar.getByRole('textbox').evaluate((field) => field === document.activeElement)).toBe(true);
    const button = page.getByRole('button', { name: 'Copy permalink' });
    expect(await button.getAttribute('title')).toContain(`line ${line}`);
    await button.click();
    await page.getByText('Copied').first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${journey.server.url}${home}/files/src/long.ts?version=${snapshotId}#L${line}`,
    );
  });

  test('is rendered with one id for each heading, also if a link has a percent sign', async () => {
    const page = await visit('/files/src/names.md');
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.getByRole('link', { name: 'Half' }).click();
    await page.waitForURL(/#heading-50%-off$/);
    const ids = await page.locator('[data-heading-line]').evaluateAll((all) => all.map(({ id }) => id));
    expect(ids).toEqual(['heading-foo', 'heading-foo-1', 'heading-foo-1-1']);
    expect(errors).toEqual([]);
  });

  test('reports a regular expression that takes too long, and remains usable', async () => {
    const page = await visit('/files/README.md');
    await page.getByRole('heading', { name: 'Harbour', level: 2 }).waitFor();
    const bar = page.getByRole('search', { name: 'Find in this file' });
    await page.getByRole('button', { name: 'Find in this file' }).click();
    await bar.getByRole('button', { name: 'Regular expression' }).click();
    const hostile = '((([A-Za-z ]+)+)+)+[0-9]$';
    await bar.getByRole('textbox').fill(hostile);
    await bar.getByText('takes too long').waitFor({ timeout: 15_000 });
    await bar.getByRole('textbox').fill('tide');
    await bar.getByText('1 of 1').waitFor();
  });

  test('has permalinks that open the same lines of the same snapshot after a reload', async () => {
    const page = await visit('/files/src/long.ts');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await viewer(page).locator('[data-line="10"] .number').click();
    const steps = await page.evaluate(() => history.length);
    await viewer(page)
      .locator('[data-line="14"] .number')
      .click({ modifiers: ['Shift'] });
    expect(await listSelectedLines(page)).toEqual([10, 11, 12, 13, 14]);
    expect(new URL(page.url()).hash).toBe('#L10-L14');
    expect(await page.evaluate(() => history.length)).toBe(steps);
    const text = await viewer(page).locator('.selected .text').allInnerTexts();

    await page.getByRole('button', { name: 'Copy permalink' }).click();
    await page.getByText('Copied').first().waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toBe(`${journey.server.url}${home}/files/src/long.ts?version=${snapshotId}#L10-L14`);
    await page.goto(link);
    await page.reload();
    expect(await listSelectedLines(page)).toEqual([10, 11, 12, 13, 14]);
    expect(await viewer(page).locator('.selected .text').allInnerTexts()).toEqual(text);

    const ask = page.getByRole('link', { name: 'Ask about these lines' });
    const address = new URL((await ask.getAttribute('href')) ?? '', page.url());
    expect(address.pathname).toBe(home);
    expect(address.searchParams.get('q')).toBe('What does src/long.ts:10-14 do?');
  });
});

describe('content that cannot be displayed', () => {
  test('is masked if it is a secret, and a link leads to its line', async () => {
    const page = await visit('/files/src/keys.py');
    const code = page.getByRole('region', { name: 'Code of src/keys.py' });
    await code.locator('[data-line="1"] mark.masked').waitFor();
    expect(await code.innerText()).not.toContain(secrets.github);
    await page.getByRole('link', { name: 'line 1' }).click();
    await page.waitForURL(/#L1$/);
  });

  test.each([
    ['/files/src/logo.png', 'This file is not indexed', /src\/logo\.png was skipped: binary/],
    ['/files/src/none.ts', 'File not found', /has no file or folder src\/none\.ts/],
    ['/files/README.md?version=unheard', 'This version is not indexed', /unheard/],
  ])('%s shows: %s', async (path, title, detail) => {
    const page = await visit(path);
    const notice = page.getByRole('alert').filter({ hasText: title });
    await notice.waitFor();
    expect(await notice.innerText()).toMatch(detail);
  });

  test('an unknown version links to the newest', async () => {
    const page = await visit('/files/README.md?version=unheard');
    await page.getByRole('link', { name: 'Open the newest version' }).click();
    await page.getByRole('region', { name: 'Text of README.md' }).getByText('Computes the tide.').waitFor();
  });
});
