import { describe, expect, it } from 'vitest';
import {
  crawlScope,
  heldPage,
  languageFolder,
  nothingMet,
  placeOf,
} from '../../../../worker/ingestion/web/crawl-scope.ts';
import {
  askedAddress,
  isCircular,
  isOtherFile,
  onOrigin,
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

  const met = { ...nothingMet, versions: ['1.0.0'], current: ['/docs/'], languages: ['/de/'] };
  it.each([
    ['/docs/1.0.0/a', { otherVersion: '1.0.0' }],
    ['/docs/next/a', { otherVersion: 'next' }],
    ['/docs/latest/a', 'inside'],
    ['/docs/development/a', 'inside'],
    ['/development/a', 'inside'],
    ['/docs/a/next', 'inside'],
    ['/api/v1/', 'inside'],
    ['/manual/1.0.0/a', 'inside'],
    ['/next/a', { otherVersion: 'next' }],
    ['/de/a', { otherLanguage: 'de' }],
    ['/de', { otherLanguage: 'de' }],
    ['/designs/', 'inside'],
  ])('once it has met others, %s is %j', (path, place) => {
    expect(placeOf(crawlScope('https://acme.dev/', met), `https://acme.dev${path}`)).toEqual(place);
  });

  it.each([
    ['/docs/intro', { folder: '/docs/', rest: 'intro', isOfVersion: false }],
    ['/docs/latest/intro', { folder: '/docs/', rest: 'intro', isOfVersion: false }],
    ['/en/docs/a/b', { folder: '/en/docs/', rest: 'a/b', isOfVersion: false }],
    ['/docs/1.0.0/intro', { folder: '/docs/', rest: 'intro', isOfVersion: true }],
    ['/docs/1.0.0', undefined],
    ['/docs/next/intro', undefined],
    ['/docs/', undefined],
    ['/blog/intro', undefined],
  ])('%s is %j of a folder that holds a documentation', (path, held) => {
    expect(heldPage(crawlScope('https://acme.dev/'), `https://acme.dev${path}`)).toEqual(held);
  });
});

describe('languageFolder', () => {
  const from = crawlScope('https://acme.dev/docs/');
  it.each([
    ['/docs/de/a', 'de', 'en', '/docs/de/'],
    ['/docs/zh-cn/a', 'zh-Hans', 'en-US', '/docs/zh-cn/'],
    ['/docs/pt-br/a', 'pt-BR', 'pt', undefined],
    ['/docs/a', 'de', 'en', undefined],
    ['/docs/de/a', 'en', 'en', undefined],
    ['/docs/de/a', 'de', undefined, undefined],
    ['/docs/a/b/de/c', 'de', 'en', undefined],
  ])('of %s, told to be %s where the start is %s, is %s', (path, page, start, folder) => {
    expect(languageFolder(from, `https://acme.dev${path}`, { page, start })).toBe(folder);
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
    expect(isOtherFile('https://acme.dev/a/pyproject.toml/')).toBe(false);
    expect(isCircular('https://acme.dev/a/b/a/b/a/b/a/b')).toBe(true);
    expect(isCircular('https://acme.dev/a/b/a/c')).toBe(false);
  });
});

describe('onOrigin', () => {
  it.each([
    ['http://acme.dev/a?b', 'https://acme.dev/a?b'],
    ['http://other.dev/a', 'http://other.dev/a'],
    ['http://acme.dev:8080/a', 'http://acme.dev:8080/a'],
    ['no address', 'no address'],
  ])('%s is %s', (found, asked) => {
    expect(onOrigin(found, 'https://acme.dev')).toBe(asked);
  });

  it('asks by http where the site has nothing else', () => {
    expect(onOrigin('http://acme.dev/a', 'http://acme.dev')).toBe('http://acme.dev/a');
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
