import { describe, expect, it } from 'vitest';
import {
  parsePageOutline,
  resolvePageLineUrl,
  writePageFile,
} from '../../../../worker/ingestion/web/page-file.ts';

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
  it('writes title, description and address to the front matter', () => {
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

describe('resolvePageLineUrl', () => {
  const file = lines(writePageFile(page));
  const urlOf = (text: string) => resolvePageLineUrl(file, file.indexOf(text) + 1);

  it('links to the heading above a line', () => {
    expect(urlOf('Text.')).toBe('https://acme.dev/docs/wick.html#wick');
    expect(urlOf('# no heading')).toBe('https://acme.dev/docs/wick.html#set_it');
    expect(urlOf('### `acme.set` {#acme.set}')).toBe('https://acme.dev/docs/wick.html#acme.set');
    expect(urlOf('More.')).toBe('https://acme.dev/docs/wick.html#acme.set');
  });

  it('links to the heading after the leading blank lines of a span', () => {
    const blank = file.indexOf('## set_it');
    expect(resolvePageLineUrl(file, blank)).toBe('https://acme.dev/docs/wick.html#set_it');
  });

  it('accepts lines with line endings', () => {
    const linesWithEndings = file.map((line) => `${line}\n`);
    expect(resolvePageLineUrl(linesWithEndings, file.indexOf('More.') + 1)).toBe(
      'https://acme.dev/docs/wick.html#acme.set',
    );
  });

  it('links to the page if its headings have no fragments', () => {
    const plain = lines(writePageFile({ ...page, hasFragments: false }));
    expect(resolvePageLineUrl(plain, 12)).toBe('https://acme.dev/docs/wick.html');
  });

  it('returns undefined for any other file', () => {
    expect(resolvePageLineUrl(lines('# Title\n\nurl: https://acme.dev/'), 3)).toBeUndefined();
    expect(resolvePageLineUrl(lines('---\ntitle: x\n---\n'), 3)).toBeUndefined();
    expect(resolvePageLineUrl(lines('---\nurl: javascript:alert(1)\n---\n'), 3)).toBeUndefined();
  });
});

describe('parsePageOutline', () => {
  it('returns each heading with its address', () => {
    expect(parsePageOutline(lines(writePageFile(page)))).toEqual({
      url: page.url,
      headings: [
        { line: 7, level: 1, title: 'Wick', url: `${page.url}#wick` },
        { line: 11, level: 2, title: 'set_it', url: `${page.url}#set_it` },
        { line: 21, level: 3, title: 'acme.set', url: `${page.url}#acme.set` },
      ],
    });
  });

  it('links each heading to the page if headings have no fragments', () => {
    const outline = parsePageOutline(lines(writePageFile({ ...page, hasFragments: false })));
    expect(new Set(outline?.headings.map(({ url }) => url))).toEqual(new Set([page.url]));
  });

  it('returns undefined for any other file', () => {
    expect(parsePageOutline(lines('# Title\n'))).toBeUndefined();
  });
});
