/** The head of a page: its tags, and that no text of a repository or user becomes markup. */
import { assert, constantFrom, oneof, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  generalSummary,
  unlistedSummary,
  type PageSummary,
} from '../../../../worker/flows/pages/page-summary.ts';
import { writeHead } from '../../../../worker/http/page-head/write-head.ts';

const html = '<!doctype html><html><head><meta charset="utf-8"></head><body>app</body></html>';
const addresses = { origin: 'https://code.example', imageHash: 'abc' };
const write = (summary: Partial<PageSummary>, page = html): string =>
  writeHead(page, { ...generalSummary, ...summary }, addresses);
const contentOf = (head: string, key: string): string | undefined =>
  new RegExp(`<meta (?:name|property)="${key}" content="([^"]*)" />`).exec(head)?.[1];
/** Names of all elements, in order. */
const listElements = (head: string): string[] =>
  [...head.matchAll(/<\/?([a-z!]+)/g)].map(([, name = '']) => name);

describe('the head of a page', () => {
  it('has a title, a description, an address and an image', () => {
    const head = write({ title: 'octo/parcel', description: 'Packs boats.', path: '/r/a1' });
    expect(head).toContain('<title>octo/parcel · Wherefore</title>');
    expect(head).toContain('<link rel="canonical" href="https://code.example/r/a1" />');
    expect(contentOf(head, 'description')).toBe('Packs boats.');
    expect(contentOf(head, 'og:title')).toBe('octo/parcel');
    expect(contentOf(head, 'og:url')).toBe('https://code.example/r/a1');
    expect(contentOf(head, 'og:image')).toBe('https://code.example/preview.png?v=abc');
    expect(contentOf(head, 'twitter:card')).toBe('summary_large_image');
    expect(contentOf(head, 'robots')).toBeUndefined();
  });

  it('names the image of the same turn and version', () => {
    const imageQuery = { turn: '2', version: 'a&b' };
    expect(contentOf(write({ imageQuery }), 'og:image')).toBe(
      'https://code.example/preview.png?turn=2&amp;version=a%26b&amp;v=abc',
    );
  });

  it('of an unlisted page has no address', () => {
    const head = write(unlistedSummary);
    expect(contentOf(head, 'robots')).toBe('noindex');
    expect(head).not.toMatch(/canonical|og:url/);
  });

  it('replaces the title that the build has written', () => {
    const head = write({ title: 'Search' }, html.replace('<meta', '<title>Old</title><meta'));
    expect(head.match(/<title>/g)).toHaveLength(1);
    expect(head).toContain('<title>Search · Wherefore</title>');
  });

  it('keeps patterns of replacements as text', () => {
    expect(write({ title: "$& $' $1" })).toContain('<title>$&amp; $&#39; $1 · Wherefore</title>');
  });

  it('shortens a long text, and puts it on one line', () => {
    const head = write({ description: 'several words\n'.repeat(100) });
    expect(contentOf(head, 'description')?.length).toBeLessThanOrEqual(321);
    expect(contentOf(head, 'description')).toMatch(/^several words several .*…$/);
  });

  it('has the same tags for every text', () => {
    const expected = listElements(write({ title: 'a', description: 'b' }));
    const hostile = oneof(
      string({ unit: 'binary' }),
      constantFrom(
        '"><script>alert(1)</script>',
        '</title><img src=x onerror=y>',
        "' autofocus onfocus='x",
        '</head><body>',
        '<!--',
      ),
    );
    assert(
      property(hostile, hostile, (title, description) => {
        const head = write({ title: `${title}.`, description });
        expect(listElements(head)).toEqual(expected);
        expect(head).not.toMatch(/content="[^"]*"[^ ]/);
      }),
    );
  });
});
