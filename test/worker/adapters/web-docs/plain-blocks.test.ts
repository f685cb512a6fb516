import { describe, expect, it } from 'vitest';
import { extractMarkdown, readWebPage } from '../../../support/samples/web-page.ts';

describe('the blocks of a page', () => {
  it('contain Bootstrap tabs under their labels', () => {
    expect(
      extractMarkdown(
        '<ul class="nav nav-tabs" role="tablist"><li><button role="tab">Go</button></li>\n<li><button role="tab">Py</button></li></ul>\n<div class="tab-content"><div class="tab-body tab-pane" role="tabpanel"><p>go x</p></div><div class="tab-body tab-pane" role="tabpanel"><p>py x</p></div></div>',
      ),
    ).toBe('# T\n\n**Go**\n\ngo x\n\n**Py**\n\npy x');
  });

  it('contain each note as one quote, under its title', () => {
    expect(
      extractMarkdown(
        '<aside aria-label="Mind" class="starlight-aside starlight-aside--tip"><p class="starlight-aside__title" aria-hidden="true">Mind</p><div class="starlight-aside__content"><p>Do.</p></div></aside>',
      ),
    ).toBe('# T\n\n> **Mind**\n>\n> Do.');
  });
});

describe('the main content', () => {
  const texts = ['Short.', 'A longer text of a function.', 'Last.'];
  const articles = texts.map((text, at) => `<article><h2>f${at}</h2><p>${text}</p></article>`).join('');

  it('is the parent of its articles if they share the text', () => {
    expect(readWebPage(`<main><h1>Functions</h1>${articles}</main>`)).toMatchObject({
      title: 'Functions',
      markdown: '# Functions\n\n## f0\n\nShort.\n\n## f1\n\nA longer text of a function.\n\n## f2\n\nLast.',
    });
  });

  it('is the article with nearly all text', () => {
    const text = `<article><h1>Wick</h1><p>${'Long. '.repeat(50)}</p></article>`;
    expect(
      readWebPage(`<main>${text}<article><h3>Next</h3><p>Lamp</p></article></main>`).markdown,
    ).not.toContain('Lamp');
  });
});
