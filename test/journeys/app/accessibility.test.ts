/**
 * Checks every page in each of its main states against WCAG 2.2 AA with axe-core, including contrast, in light and dark mode, at desktop and
 * phone width. To cover a new page or state, add a row to the table.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe-violations.ts';
import { shareBrowser } from '../../support/browser/browser.ts';
import { packTree } from '../../support/files/tar-bytes.ts';
import { smallRepository } from '../../support/files/small-repository.ts';
import { shareJourneyServer } from '../../support/server/journey-server.ts';

const question = 'Where is join_chunks defined?';
const repositories: { ready: string; failed: string } = { ready: '', failed: '' };
const conversations = {
  answered: crypto.randomUUID(),
  declined: crypto.randomUUID(),
  withCards: crypto.randomUUID(),
};
const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

let journey: Awaited<ReturnType<typeof shareJourneyServer>>;
let browser: Awaited<ReturnType<typeof shareBrowser>>;

interface State {
  readonly name: string;
  readonly path: () => string;
  /** Brings the page into the state and waits until it is reached. */
  readonly reach: (page: Page, phone: boolean) => Promise<unknown>;
  /** Whether a phone displays other elements, not only another layout. If so, dark colors are checked on the phone too. */
  readonly differsOnPhone?: true;
  /** The list of repositories to return instead of the real one. */
  readonly listedRepositories?: readonly unknown[];
}

const home = (): string => `/r/${repositories.ready}`;
const answeredUrl = (): string => `${home()}/c/${conversations.answered}`;

async function openPalette(page: Page): Promise<void> {
  await page.locator('main').waitFor();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search or ask' });
  await palette.getByRole('combobox').fill('chunks');
  await palette.getByRole('option', { name: /^chunks\.py/ }).waitFor();
}

const states: readonly State[] = [
  {
    name: 'landing',
    path: () => '/',
    reach: (page) => page.getByRole('link', { name: 'parcel', exact: true }).waitFor(),
  },
  {
    name: 'landing, empty',
    path: () => '/',
    reach: (page) => page.getByText('Nothing is indexed yet').waitFor(),
    listedRepositories: [],
  },
  {
    name: 'a new chat',
    path: home,
    reach: (page) => page.getByRole('textbox', { name: /^Question/ }).waitFor(),
  },
  {
    name: 'a conversation',
    path: answeredUrl,
    reach: (page) => page.locator('[data-claim]').first().waitFor(),
  },
  {
    name: 'a source alongside its answer',
    path: () => `${answeredUrl()}?turn=1&source=src/parcel/chunks.py#L14-L17`,
    reach: (page) => page.locator('.selected').first().waitFor(),
  },
  {
    name: 'a declined question',
    path: () => `${home()}/c/${conversations.declined}`,
    reach: (page) =>
      page
        .getByText(/does not contain an answer/)
        .first()
        .waitFor(),
  },
  {
    name: 'a removed conversation',
    path: () => `${home()}/c/never`,
    reach: (page) => page.getByText('no longer available').waitFor(),
  },
  {
    name: 'the overview',
    path: () => `${home()}/overview`,
    reach: async (page) => {
      await page.getByRole('heading', { name: 'What it is' }).waitFor();
      await page.getByText(/links? as a table$/).click();
    },
  },
  {
    name: 'files',
    path: () => `${home()}/files`,
    reach: (page) =>
      page
        .getByRole('link', { name: /README/ })
        .first()
        .waitFor(),
  },
  {
    name: 'a file',
    path: () => `${home()}/files/src/parcel/chunks.py#L14-L17`,
    reach: (page) => page.locator('.selected').first().waitFor(),
  },
  {
    name: 'the outline of a file',
    differsOnPhone: true,
    path: () => `${home()}/files/src/parcel/chunks.py`,
    reach: async (page, phone) => {
      if (phone) await page.getByRole('button', { name: 'Outline' }).click();
      await page.getByRole('treeitem', { name: /join_chunks/ }).waitFor();
    },
  },
  {
    name: 'references of a name',
    path: () => `${home()}/files/src/parcel/chunks.py`,
    reach: async (page) => {
      await page.locator('.viewer .text').getByText('join_chunks', { exact: true }).first().click();
      await page.getByRole('button', { name: 'References', exact: true }).click();
      await page.locator('[data-reference]').first().waitFor();
    },
  },
  {
    name: 'the graph without a symbol',
    path: () => `${home()}/graph`,
    reach: (page) => page.getByRole('region', { name: 'Definitions' }).getByRole('link').first().waitFor(),
  },
  {
    name: 'the graph as a picture',
    path: () => `${home()}/graph?symbol=ChunkStore.join_chunks&depth=2`,
    reach: (page) => page.locator('.picture[data-ready="true"]').waitFor(),
  },
  {
    name: 'the graph as tables',
    path: () => `${home()}/graph?symbol=ChunkStore.join_chunks&depth=2&view=table`,
    reach: (page) => page.getByRole('grid', { name: /^Edges/ }).waitFor(),
  },
  {
    name: 'the graph of an unknown name',
    path: () => `${home()}/graph?symbol=nothing_so_called`,
    reach: (page) => page.getByRole('alert').waitFor(),
  },
  {
    name: 'cards of an answer',
    path: () => `${home()}/c/${conversations.withCards}`,
    reach: (page) => page.locator('[data-card]').first().waitFor(),
  },
  {
    name: 'an unknown file',
    path: () => `${home()}/files/nothing.py`,
    reach: (page) => page.getByRole('alert').waitFor(),
  },
  {
    name: 'search of all repositories',
    path: () => '/search?q=join+chunks',
    reach: (page) => page.getByRole('article').first().waitFor(),
  },
  {
    name: 'search without a query',
    path: () => `${home()}/search`,
    reach: (page) => page.getByRole('searchbox').first().waitFor(),
  },
  {
    name: 'search by words',
    path: () => `${home()}/search?q=join+chunks`,
    reach: (page) => page.locator('main').getByText('chunks.py').first().waitFor(),
  },
  {
    name: 'search by regular expression',
    path: () => `${home()}/search?mode=regex&q=def+%5Cw%2B`,
    reach: (page) => page.locator('main').getByText('chunks.py').first().waitFor(),
  },
  {
    name: 'search with an invalid expression',
    path: () => `${home()}/search?mode=regex&q=%28`,
    reach: (page) => page.locator('[aria-invalid="true"]').waitFor(),
  },
  {
    name: 'search by path',
    path: () => `${home()}/search?mode=path&q=chunks`,
    reach: (page) => page.locator('main').getByText('chunks.py').first().waitFor(),
  },
  {
    name: 'history of a repository without any',
    path: () => `${home()}/history`,
    reach: (page) => page.getByText('No history yet').waitFor(),
  },
  {
    name: 'an unknown commit',
    path: () => `${home()}/commits/abcdef0`,
    reach: (page) => page.getByRole('alert').waitFor(),
  },
  {
    name: 'an unknown pull request',
    path: () => `${home()}/discussions/7`,
    reach: (page) => page.getByRole('alert').waitFor(),
  },
  {
    name: 'a crawl report of a repository that was not crawled',
    path: () => `${home()}/crawl`,
    reach: (page) => page.getByRole('alert').waitFor(),
  },
  {
    name: 'a guide',
    path: () => '/docs/configuration',
    reach: (page) => page.getByRole('heading', { level: 1, name: 'Configuration' }).waitFor(),
  },
  {
    name: 'guides that match a search',
    path: () => '/docs',
    reach: async (page) => {
      await page.getByRole('searchbox', { name: 'Search the guides' }).fill('webhook');
      await page.getByRole('link', { name: /Tokens and webhooks/ }).waitFor();
    },
  },
  {
    name: 'settings',
    path: () => '/settings',
    reach: (page) => page.getByText('No token is stored').waitFor(),
  },
  {
    name: 'settings with a rejected token',
    path: () => '/settings',
    reach: async (page) => {
      await page.getByLabel('Token', { exact: true }).fill('github_pat_wrong');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'an unsupported source',
    path: () => '/#add',
    reach: async (page) => {
      await page
        .getByRole('textbox', { name: 'Ask a repository or documentation' })
        .fill('https://gitlab.com/a/b');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'status, ready',
    path: () => `${home()}/status`,
    reach: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'status, failed',
    path: () => `/r/${repositories.failed}/status`,
    reach: (page) => page.getByRole('alert').first().waitFor(),
  },
  {
    name: 'an unknown repository',
    path: () => '/r/nothing',
    reach: (page) => page.getByRole('alert').waitFor(),
  },
  { name: 'an unknown address', path: () => '/nowhere', reach: (page) => page.getByRole('alert').waitFor() },
  { name: 'the palette', path: home, reach: openPalette },
  {
    name: 'the shortcuts',
    path: () => '/',
    reach: async (page) => {
      await page.getByRole('link', { name: 'parcel', exact: true }).waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
  },
  {
    name: 'the sidebar collapsed, or as a drawer',
    differsOnPhone: true,
    path: answeredUrl,
    reach: async (page, phone) => {
      await page.locator('main').waitFor();
      await page.keyboard.press('Control+b');
      if (phone) await page.getByRole('dialog', { name: 'Conversations' }).waitFor();
      else await page.getByRole('navigation', { name: 'Conversations' }).waitFor({ state: 'detached' });
    },
  },
  {
    name: 'a menu',
    path: home,
    reach: async (page) => {
      await page.getByRole('button', { name: /Other repositories/ }).click();
      await page.getByRole('option', { name: 'All repositories' }).waitFor();
    },
  },
  {
    name: 'a confirmation',
    path: () => '/',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Actions for parcel' }).click();
      await page.getByRole('menuitem', { name: 'Remove' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
];

beforeAll(async () => {
  [journey, browser] = await Promise.all([shareJourneyServer(), shareBrowser()]);
  repositories.ready = (await journey.index('parcel', await packTree(smallRepository))).id;
  const failed = await journey.index(
    'torn',
    new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3, 4]),
  );
  expect(failed.status).toBe('failed');
  repositories.failed = failed.id;
  const { ready } = repositories;
  await journey.client.answer(ready, { question, conversationId: conversations.answered });
  const withCards = await journey.client.answer(ready, {
    question: 'What breaks if ChunkStore.join_chunks changes?',
    conversationId: conversations.withCards,
  });
  expect(withCards.cards.length).toBeGreaterThan(0);
  const declined = await journey.client.answer(ready, {
    question: 'How are satellite images georeferenced?',
    conversationId: conversations.declined,
  });
  expect(declined.refused).toBe(true);
});

afterAll(async () => {
  for (const context of contexts.values()) await (await context).close();
  await journey?.close();
});

/** One context for each viewport, so that each page finds its scripts in the cache. */
const contexts = new Map<typeof desktop, Promise<BrowserContext>>();

async function createContext(viewport: typeof desktop): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport, colorScheme: 'light', reducedMotion: 'reduce' });
  await context.addInitScript((list) => {
    localStorage.clear();
    localStorage.setItem('wherefore.conversations', list);
  }, listedConversations());
  return context;
}

async function openState(state: State, viewport: typeof desktop): Promise<Page> {
  const context = contexts.get(viewport) ?? createContext(viewport);
  contexts.set(viewport, context);
  const page = await (await context).newPage();
  const { listedRepositories } = state;
  if (listedRepositories !== undefined) {
    await page.route('**/v1/repositories', (route) =>
      route.fulfill({ json: { repositories: listedRepositories } }),
    );
    await page.route('**/v1/example', (route) => route.fulfill({ json: { example: null } }));
  }
  await page.goto(journey.server.url + state.path());
  await state.reach(page, viewport.width < 500);
  return page;
}

/** Creates a list of a conversation from today, a bookmarked conversation, and a conversation about a removed repository. */
function listedConversations(): string {
  const entry = { repositoryId: repositories.ready, repositoryName: 'parcel', bookmarked: false };
  const now = Date.now();
  return JSON.stringify([
    { ...entry, id: conversations.answered, title: question, createdAt: now, askedAt: now },
    {
      ...entry,
      id: conversations.declined,
      title: 'How are images read?',
      bookmarked: true,
      createdAt: 1,
      askedAt: 2,
    },
    { ...entry, id: 'gone', title: 'Who reads the tides?', repositoryId: 'gone', createdAt: 1, askedAt: 1 },
  ]);
}

describe.each([desktop, phone])('at $width px', (viewport) => {
  test.each(states)('$name meets WCAG 2.2 AA', async (state) => {
    const page = await openState(state, viewport);
    try {
      expect(await findAxeViolations(page), 'light').toEqual([]);
      if (viewport === desktop || state.differsOnPhone === true) {
        // The dark theme changes only colors, which do not depend on the width.
        await page.emulateMedia({ colorScheme: 'dark' });
        expect(await findAxeViolations(page, 'contrast'), 'dark').toEqual([]);
      }
      // The page does not scroll horizontally.
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        viewport.width,
      );
    } finally {
      await page.close();
    }
  });
});

test('nothing moves for users who prefer reduced motion', async () => {
  const [landing] = states;
  if (landing === undefined) throw new Error('The table has no states.');
  const page = await openState(landing, phone);
  await page.keyboard.press('Control+b');
  await page.getByRole('dialog').waitFor();
  const moving = await page.evaluate(
    () =>
      document
        .getAnimations()
        .filter((animation) => Number(animation.effect?.getComputedTiming().duration) > 1).length,
  );
  expect(moving).toBe(0);
  await page.close();
});

test.each([
  '/',
  '/files',
  '/search',
  '/graph',
  '/graph?symbol=ChunkStore.join_chunks',
  '/history',
  '/status',
  '/settings',
  '',
])('the focus is visible at every tab stop of “%s”', async (subpath) => {
  const path = (): string =>
    subpath === '/' || subpath === '/settings' || subpath.startsWith('/docs')
      ? subpath
      : `${home()}${subpath}`;
  const page = await openState(
    { name: subpath, path, reach: (opened) => opened.locator('main').waitFor() },
    desktop,
  );
  const withoutFocusRing = new Set<string>();
  for (let stop = 0; stop < 40; stop += 1) {
    await page.keyboard.press('Tab');
    const unmarkedElement = await page.evaluate(() => {
      const focused = document.activeElement;
      if (focused === null || focused === document.body) return null;
      // The focus may be visible on the element, its pseudo-element, its container, or its label.
      const candidates = [
        focused,
        focused.parentElement,
        focused.closest('form'),
        focused.nextElementSibling,
      ];
      const isMarked = candidates.some((node) =>
        ['', '::after'].some((part) => {
          if (node === null) return false;
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(node, part);
          return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
        }),
      );
      return isMarked ? null : focused.outerHTML.slice(0, 160);
    });
    if (unmarkedElement !== null) withoutFocusRing.add(unmarkedElement);
  }
  expect([...withoutFocusRing]).toEqual([]);
  await page.close();
});
