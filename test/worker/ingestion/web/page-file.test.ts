import { describe, expect, it } from 'vitest';
import { outlineOfPage, urlOfPageLine, writePageFile } from '../../../../worker/ingestion/web/page-file.ts';

const page = {
  title: 'Wick "length"',
  description: '',
  url: 'https://acme.dev/docs/wick.html',
  markdown:
    '# Wick\n\nText.\n\n## set_it\n\n```sh\n# no heading\n```\n\n> ```py\n> x\n> ```\n\n### `acme.set` {#acme.set}\n\nMore.',
  hasFragments: true,
};
const lines = (text: string) => text.split('\n');

describe('writePageFile', () => {
  it('tells in its front matter what it is and where it stands', () => {
    expect(lines(writePageFile(page)).slice(0, 6)).toEqual([
      '---',
      `title: 'Wick "length"'`,
      'url: https://acme.dev/docs/wick.html',
      'fragments: true',
      '---',
      '',
    ]);
  });
});

describe('urlOfPageLine', () => {
  const file = lines(writePageFile(page));
  const at = (text: string) => urlOfPageLine(file, file.indexOf(text) + 1);

  it('opens the heading a line stands under', () => {
    expect(at('Text.')).toBe('https://acme.dev/docs/wick.html#wick');
    expect(at('# no heading')).toBe('https://acme.dev/docs/wick.html#set_it');
    expect(at('### `acme.set` {#acme.set}')).toBe('https://acme.dev/docs/wick.html#acme.set');
    expect(at('More.')).toBe('https://acme.dev/docs/wick.html#acme.set');
  });

  it('opens the heading that follows the blank lines a span begins with', () => {
    const blank = file.indexOf('## set_it');
    expect(urlOfPageLine(file, blank)).toBe('https://acme.dev/docs/wick.html#set_it');
  });

  it('reads lines that keep their ends too', () => {
    const ended = file.map((line) => `${line}\n`);
    expect(urlOfPageLine(ended, file.indexOf('More.') + 1)).toBe('https://acme.dev/docs/wick.html#acme.set');
  });

  it('opens the page where its headings have no fragments', () => {
    const plain = lines(writePageFile({ ...page, hasFragments: false }));
    expect(urlOfPageLine(plain, 12)).toBe('https://acme.dev/docs/wick.html');
  });

  it('knows no address of any other file', () => {
    expect(urlOfPageLine(lines('# Title\n\nurl: https://acme.dev/'), 3)).toBeUndefined();
    expect(urlOfPageLine(lines('---\ntitle: x\n---\n'), 3)).toBeUndefined();
    expect(urlOfPageLine(lines('---\nurl: javascript:alert(1)\n---\n'), 3)).toBeUndefined();
  });
});

describe('outlineOfPage', () => {
  it('tells the headings, each with its address', () => {
    expect(outlineOfPage(lines(writePageFile(page)))).toEqual({
      url: page.url,
      headings: [
        { line: 7, level: 1, title: 'Wick', url: `${page.url}#wick` },
        { line: 11, level: 2, title: 'set_it', url: `${page.url}#set_it` },
        { line: 21, level: 3, title: 'acme.set', url: `${page.url}#acme.set` },
      ],
    });
  });

  it('gives each the page where headings have no fragments', () => {
    const outline = outlineOfPage(lines(writePageFile({ ...page, hasFragments: false })));
    expect(new Set(outline?.headings.map(({ url }) => url))).toEqual(new Set([page.url]));
  });

  it('knows none of any other file', () => {
    expect(outlineOfPage(lines('# Title\n'))).toBeUndefined();
  });
});
