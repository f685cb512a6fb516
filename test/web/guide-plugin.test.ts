/** The build step that turns a guide into a page. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { guideMenu } from '../../web/src/lib/features/docs/guide-menu.ts';
import { listGuides, readGuide } from '../../web/guide-plugin.ts';

const folder = join(import.meta.dirname, '../../web/docs');

it('uses the first heading as the title and splits the rest into sections', async () => {
  const guide = await readGuide('search', '# Search\n\nIntro.\n\n## Options for `grep`\n\nText *here*.\n');
  expect(guide.title).toBe('Search');
  expect(guide.html).not.toContain('<h1');
  expect(guide.sections).toEqual([
    { id: undefined, heading: 'Search', text: 'Intro.' },
    { id: 'options-for-grep', heading: 'Options for grep', text: 'Text here.' },
  ]);
  expect(guide.html).toContain('<h2 id="options-for-grep">');
});

it('links guides to each other and shows other files as paths', async () => {
  const { html } = await readGuide(
    'a',
    '# A\n\n[one](models.md#key) [two](../../worker/main.ts) [three](https://example.com)\n',
  );
  expect(html).toContain('<a href="/docs/models#key">one</a>');
  expect(html).toContain('<span>two (<code>worker/main.ts</code>)</span>');
  expect(html).toContain('<a href="https://example.com">three</a>');
});

it('lets keyboard users scroll tables and code', async () => {
  const { html } = await readGuide('a', '# A\n\n| x |\n|---|\n| y |\n\n```\ncode\n```\n');
  expect(html).toMatch(/<div class="table" tabindex="0" role="group" aria-label="Table"><table>/);
  expect(html).toContain('<pre tabindex="0">');
});

it('rejects a guide without a title', async () => {
  await expect(readGuide('a', 'Text.')).rejects.toThrow('web/docs/a.md has no first-level heading');
});

it('describes every guide by the sentences that open it', async () => {
  const guides = await listGuides(folder);
  expect(guides).toHaveLength(readdirSync(folder).length);
  expect(guides.filter(({ title, description }) => title === '' || description.length < 20)).toEqual([]);
  expect(guides.find(({ slug }) => slug === 'documentation-sites')?.description).toBe(
    'Wherefore crawls documentation on the web and answers from its pages.',
  );
});

it('lists every guide in the menu', () => {
  const slugs = guideMenu.flatMap((group) => group.slugs);
  expect(slugs.toSorted()).toEqual(
    readdirSync(folder)
      .map((name) => name.replace('.md', ''))
      .toSorted(),
  );
});
