/**
 * In a browser, tests the outline of a file, definitions and references of a name, the graph around a name, its tables with the keyboard down to the
 * line that proves an edge, a graph of 300 nodes, and the cards of an answer.
 */
import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { shareBrowser } from '../../support/browser/browser.ts';
import { packTree } from '../../support/files/tar-bytes.ts';
import { shareJourneyServer } from '../../support/server/journey-server.ts';

const callersPerFile = 40;
const callerFiles = 9;
const tree = {
  'harbour/tides.py': `"""Tides of the harbour."""


class TideTable:
    """Computes when the water is high."""

    def __init__(self, rows):
        self.rows = rows

    def next_high(self, hour):
        """The next high water after an hour."""
        for row in self.rows:
            if row.hour > hour and row.high:
                return row
        return None

    def describe(self, hour):
        return format_row(self.next_high(hour))


def format_row(row):
    return f"{row.hour}: {row.level}"
`,
  'harbour/gates.py': `from harbour.tides import TideTable, format_row


def open_gates(table: TideTable, hour):
    row = table.next_high(hour)
    return sluice(format_row(row))


def sluice(text):
    return text
`,
  'harbour/port.py': `from harbour.gates import open_gates


def run_port(table):
    return open_gates(table, 6)
`,
  'harbour/inner/sluice.py': 'def sluice(text):\n    return text.strip()\n',
  'harbour/loose.py': 'def guess(thing):\n    return thing.sluice("x")\n',
  'harbour/bell.py': 'def ring():\n    return "ding"\n',
  ...Object.fromEntries(
    Array.from({ length: callerFiles }, (_, file) => [
      `ships/ship${file}.py`,
      `from harbour.bell import ring\n\n${Array.from(
        { length: callersPerFile },
        (_, at) => `\ndef call_${file}_${at}():\n    return ring()\n`,
      ).join('\n')}`,
    ]),
  ),
};

let journey: Awaited<ReturnType<typeof shareJourneyServer>>;
let browser: Awaited<ReturnType<typeof shareBrowser>>;
let home = '';

beforeAll(async () => {
  [journey, browser] = await Promise.all([shareJourneyServer(), shareBrowser()]);
  const repository = await journey.index('harbour', await packTree(tree));
  expect(repository.error).toBeUndefined();
  home = `/r/${repository.id}`;
});

afterAll(async () => {
  await journey?.close();
});

/** Opens a page. Fails the test if the page's policy blocks anything or the page throws an error. */
async function visit(path: string, width = 1440): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  const page = await context.newPage();
  const pageErrors: string[] = [];
  page.on('pageerror', (thrown) => pageErrors.push(String(thrown)));
  // An unknown name while the user types is not an error of the page.
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('404')) pageErrors.push(message.text());
  });
  onTestFinished(async () => {
    await context.close();
    expect(pageErrors).toEqual([]);
  });
  await page.goto(`${journey.server.url}${home}${path}`);
  await page.locator('main').waitFor();
  return page;
}

const outline = (page: Page) => page.getByRole('tree', { name: 'Definitions of this file' });
const readSelectedLine = (page: Page): Promise<string> =>
  page.locator('.viewer .selected').first().getAttribute('data-line').then(String);
const word = (page: Page, name: string) =>
  page.locator('.viewer .text').getByText(name, { exact: true }).first();

describe('the outline', () => {
  test('nests the definitions, links to each, and follows the visible lines', async () => {
    const page = await visit('/files/harbour/tides.py');
    await outline(page).waitFor();
    const rows = outline(page).getByRole('treeitem');
    expect(await rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-level')))).toEqual([
      '1',
      '2',
      '2',
      '2',
      '1',
    ]);
    await outline(page)
      .getByRole('treeitem', { name: /method next_high Complexity 4 line 10/ })
      .click();
    await page.waitForURL(/#L10$/);
    expect(await readSelectedLine(page)).toBe('10');
    await outline(page).locator('[aria-selected="true"]', { hasText: 'next_high' }).waitFor();
  });

  test('can be used with the keyboard and filtered by typing', async () => {
    const page = await visit('/files/harbour/tides.py');
    await outline(page).waitFor();
    await page.getByRole('searchbox', { name: 'Filter the outline' }).fill('format');
    await expect.poll(() => outline(page).getByRole('treeitem').count()).toBe(1);
    await page.getByRole('searchbox', { name: 'Filter the outline' }).fill('');
    await outline(page).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => outline(page).getByRole('treeitem').count()).toBe(2);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#L21$/);
  });

  test('is a drawer on a phone', async () => {
    const page = await visit('/files/harbour/tides.py', 390);
    await page.getByRole('button', { name: 'Outline' }).click();
    await outline(page).waitFor();
    await outline(page)
      .getByRole('treeitem', { name: /describe/ })
      .click();
    await page.waitForURL(/#L17$/);
    await outline(page).waitFor({ state: 'detached' });
  });
});

describe('a name in the code', () => {
  test('links to its definition, its references and its graph', async () => {
    const page = await visit('/files/harbour/gates.py');
    await word(page, 'next_high').click({ modifiers: ['Control'] });
    await page.waitForURL(/tides\.py.*#L10$/);

    await word(page, 'next_high').click();
    await page.getByRole('button', { name: 'References', exact: true }).click();
    const panel = page.getByRole('complementary', { name: 'Outline, references and history' });
    await panel.getByText('2 proven references in 2 files').waitFor();
    const positions = await panel
      .locator('[data-reference]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('data-reference')));
    expect(positions).toEqual(['harbour/gates.py:5', 'harbour/tides.py:18']);
    expect(await panel.locator('[data-reference="harbour/gates.py:5"]').innerText()).toContain(
      'row = table.next_high(hour)',
    );
    await panel.getByRole('link', { name: 'Open in Graph' }).click();
    await page.getByRole('heading', { level: 1, name: 'Graph of TideTable.next_high' }).waitFor();
  });

  test('leads from a line to its definition with the keyboard only', async () => {
    const page = await visit('/files/harbour/port.py#L5');
    await page.locator('.viewer .selected').waitFor();
    await page.locator('.viewer').focus();
    await page.keyboard.press('F12');
    const names = page.getByRole('group', { name: 'Names' });
    await names.getByRole('button', { name: 'open_gates' }).waitFor();
    await names.getByRole('button', { name: 'open_gates' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/gates\.py.*#L4$/);
  });

  test('with several candidates lists them, each with its tier', async () => {
    const page = await visit('/files/harbour/loose.py');
    await word(page, 'sluice').click();
    await page.getByRole('button', { name: '2 definitions', exact: true }).click();
    const candidates = page.getByRole('group', { name: 'Name sluice' }).getByRole('listitem');
    await expect.poll(() => candidates.count()).toBe(2);
    expect(await candidates.first().innerText()).toContain('Name match');
    await page.keyboard.press('Escape');
    await expect.poll(() => candidates.count()).toBe(0);
  });

  test('opens a popover with its signature and first references', async () => {
    const page = await visit('/files/harbour/gates.py');
    await word(page, 'next_high').click();
    const popover = page.getByRole('group', { name: 'Name next_high' });
    await popover.getByText('def next_high').waitFor();
    const references = popover.getByRole('list', { name: 'First references' });
    await references.getByText('harbour/gates.py:5').waitFor();
    await page.keyboard.press('Escape');
    await popover.waitFor({ state: 'detached' });
  });
});

const picture = (page: Page) => page.locator('.picture[data-ready="true"]');
const readText = async (download: Download): Promise<string> => readFile(await download.path(), 'utf8');
const nodes = (page: Page): Promise<string[]> =>
  page
    .locator('[data-node] .name')
    .allInnerTexts()
    .then((names) => names.toSorted());

describe('the graph', () => {
  test('starts with the most-referenced code', async () => {
    const page = await visit('/graph');
    const definitions = page.getByRole('region', { name: 'Definitions' });
    await definitions.getByRole('link').first().waitFor();
    expect(await definitions.getByRole('link').first().innerText()).toBe('ring');
    await page.keyboard.press('/');
    await page.keyboard.type('run_por');
    await page.getByRole('option', { name: /run_port/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Graph of run_port' }).waitFor();
  });

  test('of an unknown name links to the closest matches', async () => {
    const page = await visit('/graph?symbol=run_prt');
    await page.getByRole('alert').getByRole('link', { name: 'run_port' }).click();
    await page.getByRole('heading', { level: 1, name: 'Graph of run_port' }).waitFor();
  });

  test('can be expanded, and its URL restores the expanded graph', async () => {
    const page = await visit('/graph?symbol=run_port&path=harbour/port.py&direction=out');
    await picture(page).waitFor();
    expect(await nodes(page)).toEqual(['open_gates', 'run_port']);
    await page.getByRole('button', { name: 'Expand open_gates' }).first().click();
    await expect.poll(() => nodes(page)).toContain('sluice');
    const expanded = await nodes(page);
    expect(expanded).toContain('next_high');
    const link = page.url();
    expect(new URL(link).searchParams.getAll('expand')).toEqual(['harbour/gates.py|open_gates']);

    const other = await visit(link.slice(link.indexOf('/graph')));
    await expect.poll(() => nodes(other)).toEqual(expanded);
    await other.getByRole('button', { name: 'Collapse open_gates' }).first().click();
    await expect.poll(() => nodes(other)).toEqual(['open_gates', 'run_port']);
  });

  test('describes the node under the pointer: signature, description, code, complexity', async () => {
    const page = await visit('/graph?symbol=open_gates&path=harbour/gates.py');
    await picture(page).waitFor();
    await page.locator('[data-node]', { hasText: 'next_high' }).hover();
    const card = page.getByRole('article', { name: 'Details of TideTable.next_high' });
    await card.getByText('The next high water after an hour.').first().waitFor();
    expect(await card.innerText()).toContain('Complexity 4');
    await card.getByText('for row in self.rows').waitFor();
  });

  test('is filtered by direction, kind and tier', async () => {
    const page = await visit('/graph?symbol=open_gates&path=harbour/gates.py');
    await picture(page).waitFor();
    expect(await nodes(page)).toContain('run_port');
    await page.getByRole('combobox', { name: 'Direction' }).selectOption('out');
    await expect.poll(() => nodes(page)).not.toContain('run_port');
    expect(await nodes(page)).toContain('TideTable');
    await page.getByRole('checkbox', { name: 'uses' }).uncheck();
    await expect.poll(() => nodes(page)).not.toContain('TideTable');
    expect(page.url()).toContain('direction=out');
  });

  test('has tables that can be used with the keyboard only, down to the line that proves an edge', async () => {
    const page = await visit('/graph?symbol=open_gates&path=harbour/gates.py&view=table');
    const table = page.getByRole('grid', { name: /^Nodes/ });
    await table.waitFor();
    await table.getByRole('button', { name: 'Name' }).focus();
    await page.keyboard.press('Enter');
    expect(await table.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
    const first = table.locator('tbody tr').first();
    await first.focus();
    const names = await table.locator('tbody tr td:first-child button:first-of-type').allInnerTexts();
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    for (let down = 0; down < names.indexOf('run_port'); down += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Graph of run_port' }).waitFor();

    const edges = page.getByRole('grid', { name: /^Edges/ });
    await edges.locator('tbody tr').first().focus();
    const edgeLocation = await edges.locator('tbody tr').first().getByRole('link').innerText();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/files\//);
    expect(`${new URL(page.url()).pathname.split('/files/')[1]}:${await readSelectedLine(page)}`).toBe(
      edgeLocation,
    );
  });

  test('can be navigated with arrow keys in the picture', async () => {
    const page = await visit('/graph?symbol=open_gates&path=harbour/gates.py&kinds=calls');
    await picture(page).waitFor();
    await page.locator('[data-node]', { hasText: 'open_gates' }).focus();
    await page.keyboard.press('ArrowLeft');
    const focusedText = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');
    await expect.poll(focusedText).toContain('run_port');
    await page.keyboard.press('o');
    await page.waitForURL(/harbour\/port\.py/);
  });

  test('opens the line that proves an edge, and can be saved as a file', async () => {
    const page = await visit('/graph?symbol=open_gates&path=harbour/gates.py&kinds=calls&direction=in');
    await picture(page).waitFor();
    await page.getByRole('button', { name: 'Download' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'This picture as SVG' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('graph.svg');
    expect(await readText(download)).toMatch(/^<svg[\s\S]*run_port[\s\S]*<\/svg>\s*$/);
    await page.getByRole('button', { name: 'Download' }).click();
    const [graphmlDownload] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Whole graph as GraphML' }).click(),
    ]);
    expect(await readText(graphmlDownload)).toContain('<graphml');

    // The edge between two nodes at the same height is a horizontal line, so its bounding box has no height.
    const [from, to] = await Promise.all(
      ['run_port', 'open_gates'].map((name) =>
        page.locator('[data-node]').filter({ hasText: name }).boundingBox(),
      ),
    );
    if (!from || !to) throw new Error('The nodes are not visible.');
    const middle = [(from.x + from.width + to.x) / 2, from.y + from.height / 2] as const;
    await page.mouse.move(...middle, { steps: 4 });
    const link = page.getByRole('article', { name: 'run_port to open_gates' });
    await link.getByText('return open_gates(table, 6)').waitFor();
    await page.mouse.click(...middle);
    await page.waitForURL(/harbour\/port\.py.*#L5$/);
  });

  test('of more than 300 nodes begins with groups that open, and reports the nearest 300', async () => {
    const page = await visit('/graph');
    await page.getByRole('link', { name: 'ring', exact: true }).click();
    await picture(page).waitFor({ timeout: 90_000 });
    const boxes = page.locator('[data-node]');
    const initialCount = await boxes.count();
    expect(initialCount).toBeLessThan(40);
    const frame = await page.locator('.picture').boundingBox();
    for (const box of await boxes.all()) {
      const { x = 0, y = 0, width = 0, height = 0 } = (await box.boundingBox()) ?? {};
      expect(x).toBeGreaterThanOrEqual(frame?.x ?? Infinity);
      expect(y).toBeGreaterThanOrEqual(frame?.y ?? Infinity);
      expect(x + width).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0));
      expect(y + height).toBeLessThanOrEqual((frame?.y ?? 0) + (frame?.height ?? 0));
    }
    await boxes
      .filter({ hasText: /ship\d\.py/ })
      .first()
      .press('Enter');
    await expect.poll(() => boxes.count()).toBeGreaterThan(initialCount);
    await page.getByRole('button', { name: 'Close groups' }).click();
    await expect.poll(() => boxes.count()).toBe(initialCount);
    await page.getByText(/The nearest 300 of 3\d\d nodes are shown/).waitFor();
  });
});

describe('an answer', () => {
  test('displays the same table after a reload, if there are more results than its sentences list', async () => {
    const page = await visit(`?q=${encodeURIComponent('What calls ring?')}`);
    const table = page.locator('[data-card]').filter({ has: page.locator('table') });
    await table.waitFor();
    const rows = await table.locator('tbody tr').allInnerTexts();
    expect(rows).toHaveLength(20);
    await table.getByRole('button', { name: 'Name' }).click();
    expect(await table.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
    const csv = await table.getByRole('link', { name: 'CSV' }).getAttribute('href');
    const csvResponse = await page.request.get(`${journey.server.url}${csv ?? ''}`);
    expect((await csvResponse.text()).trim().split('\n').length).toBeGreaterThan(300);
    await page.reload();
    await table.waitFor();
    expect(await table.locator('tbody tr').allInnerTexts()).toEqual(rows);
    await table.getByRole('link', { name: 'Open in Graph' }).click();
    await page.getByRole('heading', { level: 1, name: 'Graph of ring' }).waitFor();
  });

  test('displays a chain step by step', async () => {
    const page = await visit(`?q=${encodeURIComponent('How does run_port reach next_high?')}`);
    const chain = page.locator('[data-card]').first();
    await chain.waitFor();
    const steps = await chain.getByRole('listitem').allInnerTexts();
    expect(steps).toHaveLength(3);
    expect(steps[0]).toMatch(/run_port[\s\S]*harbour\/port\.py:5/);
    expect(steps[1]).toMatch(/open_gates[\s\S]*harbour\/gates\.py:5/);
  });
});
