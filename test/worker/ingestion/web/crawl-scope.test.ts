import { describe, expect, it } from 'vitest';
import { crawlScope, placeOf } from '../../../../worker/ingestion/web/crawl-scope.ts';
import {
  askedAddress,
  isCircular,
  isOtherFile,
  pageAddress,
} from '../../../../worker/ingestion/web/page-address.ts';
import { pathOfPage } from '../../../../worker/ingestion/web/page-path.ts';

describe('crawlScope', () => {
  it.each([
    ['https://acme.dev/', '/'],
    ['https://acme.dev/docs', '/docs/'],
    ['https://acme.dev/docs/intro', '/docs/'],
    ['https://acme.dev/docs/guide.html', '/docs/'],
    ['https://acme.dev/en/stable/', '/en/stable/'],
  ])('%s begins %s', (start, folder) => {
    expect(crawlScope(start).folder).toBe(folder);
  });

  it.each([
    ['https://acme.dev/docs/', 'https://acme.dev/docs/a/b', 'inside'],
    ['https://acme.dev/docs/', 'https://acme.dev/docs', 'inside'],
    ['https://acme.dev/docs/', 'https://acme.dev/documents/a', 'outside'],
    ['https://acme.dev/docs/', 'https://www.acme.dev/docs/a', 'outside'],
    ['https://acme.dev/en/stable/', 'https://acme.dev/en/latest/a', { otherVersion: 'latest' }],
    ['https://acme.dev/en/stable/', 'https://acme.dev/en/dev/', { otherVersion: 'dev' }],
    ['https://acme.dev/en/stable/', 'https://acme.dev/en/about/', 'outside'],
    ['https://acme.dev/docs/', 'https://acme.dev/docs/v1.2/a', { otherVersion: 'v1.2' }],
    ['https://acme.dev/docs/', 'https://acme.dev/docs/1.x/a', { otherVersion: '1.x' }],
    ['https://acme.dev/docs/', 'https://acme.dev/docs/next/router', 'inside'],
    ['https://acme.dev/docs/', 'https://acme.dev/docs/api/v1', 'inside'],
    ['https://acme.dev/', 'https://acme.dev/en/latest/a', { otherVersion: 'latest' }],
  ])('from %s, %s is %j', (start, address, place) => {
    expect(placeOf(crawlScope(start), address)).toEqual(place);
  });
});

describe('pageAddress', () => {
  it.each([
    'https://acme.dev/docs/a',
    'https://acme.dev:443/docs/a/',
    'https://ACME.dev/docs/a/index.html#top',
    'https://acme.dev/docs//a/?utm_source=x&gclid=1',
  ])('%s is one page', (spelling) => {
    expect(pageAddress(spelling)).toBe('https://acme.dev/docs/a');
  });

  it('orders what is asked, and keeps it', () => {
    expect(pageAddress('https://acme.dev/a?b=2&a=1')).toBe(pageAddress('https://acme.dev/a?a=1&b=2'));
    expect(pageAddress('mailto:a@acme.dev')).toBeUndefined();
    expect(askedAddress('https://acme.dev/a/?utm_source=x#y')).toBe('https://acme.dev/a/');
  });

  it('knows what is no page', () => {
    expect(isOtherFile('https://acme.dev/a/logo.PNG')).toBe(true);
    expect(isOtherFile('https://acme.dev/a/v1.2')).toBe(false);
    expect(isCircular('https://acme.dev/a/b/a/b/a/b/a/b')).toBe(true);
    expect(isCircular('https://acme.dev/a/b/a/c')).toBe(false);
  });
});

describe('pathOfPage', () => {
  it.each([
    ['https://acme.dev/docs', 'index.md'],
    ['https://acme.dev/docs/a', 'a.md'],
    ['https://acme.dev/docs/a/b.html', 'a/b.md'],
    ['https://acme.dev/docs/vendor/x', 'vendor_/x.md'],
    ['https://acme.dev/docs/a?tab=2', 'a-tab-2.md'],
    ['https://acme.dev/docs/..%2f..%2fetc%2fpasswd', 'etc-passwd.md'],
    ['https://acme.dev/docs/%00', 'index.md'],
  ])('%s is %s', (address, path) => {
    expect(pathOfPage('/docs/', address)).toBe(path);
  });
});
