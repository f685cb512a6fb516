import { describe, expect, it } from 'vitest';
import {
  createCrawlScope,
  parseDocsPage,
  findLanguageFolder,
  noFindings,
  locateAddress,
} from '../../../../worker/ingestion/web/crawl-scope.ts';
import {
  toRequestUrl,
  isCircularPath,
  isNonPageFile,
  upgradeToHttps,
  normalizePageAddress,
} from '../../../../worker/ingestion/web/page-address.ts';
import { toPagePath } from '../../../../worker/ingestion/web/page-file.ts';

describe('locateAddress', () => {
  it.each([
    ['https://acme.dev/', '/'],
    ['https://acme.dev/docs', '/docs/'],
    ['https://acme.dev/docs/intro', '/docs/'],
    ['https://acme.dev/docs/guide.html', '/docs/'],
    ['https://acme.dev/en/stable/', '/en/stable/'],
  ])('covers, from a start at %s, the folder %s', (start, folder) => {
    expect(createCrawlScope(start).folder).toBe(folder);
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
  ])('locates, from %s, %s as %j', (start, address, expected) => {
    expect(locateAddress(createCrawlScope(start), address)).toEqual(expected);
  });

  const findings = { ...noFindings, versions: ['1.0.0'], current: ['/docs/'], languages: ['/de/'] };
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
  ])('locates, once other versions are known, %s as %j', (path, expected) => {
    expect(locateAddress(createCrawlScope('https://acme.dev/', findings), `https://acme.dev${path}`)).toEqual(
      expected,
    );
  });

  it.each([
    ['/docs/intro', { folder: '/docs/', rest: 'intro', belongsToVersion: false }],
    ['/docs/latest/intro', { folder: '/docs/', rest: 'intro', belongsToVersion: false }],
    ['/en/docs/a/b', { folder: '/en/docs/', rest: 'a/b', belongsToVersion: false }],
    ['/docs/1.0.0/intro', { folder: '/docs/', rest: 'intro', belongsToVersion: true }],
    ['/docs/1.0.0', undefined],
    ['/docs/next/intro', undefined],
    ['/docs/', undefined],
    ['/blog/intro', undefined],
  ])('parses %s as %j in a documentation folder', (path, expected) => {
    expect(parseDocsPage(createCrawlScope('https://acme.dev/'), `https://acme.dev${path}`)).toEqual(expected);
  });
});

describe('findLanguageFolder', () => {
  const from = createCrawlScope('https://acme.dev/docs/');
  it.each([
    ['/docs/de/a', 'de', 'en', '/docs/de/'],
    ['/docs/zh-cn/a', 'zh-Hans', 'en-US', '/docs/zh-cn/'],
    ['/docs/pt-br/a', 'pt-BR', 'pt', undefined],
    ['/docs/a', 'de', 'en', undefined],
    ['/docs/de/a', 'en', 'en', undefined],
    ['/docs/de/a', 'de', undefined, undefined],
    ['/docs/a/b/de/c', 'de', 'en', undefined],
  ])('returns, for %s in language %s with a start in %s, %s', (path, page, start, folder) => {
    expect(findLanguageFolder(from, `https://acme.dev${path}`, { page, start })).toBe(folder);
  });
});

describe('normalizePageAddress', () => {
  it.each([
    'https://acme.dev/docs/a',
    'https://acme.dev:443/docs/a/',
    'https://ACME.dev/docs/a/index.html#top',
    'https://acme.dev/docs//a/?utm_source=x&gclid=1',
  ])('normalizes %s to one address', (spelling) => {
    expect(normalizePageAddress(spelling)).toBe('https://acme.dev/docs/a');
  });

  it('sorts and retains query parameters', () => {
    expect(normalizePageAddress('https://acme.dev/a?b=2&a=1')).toBe(
      normalizePageAddress('https://acme.dev/a?a=1&b=2'),
    );
    expect(normalizePageAddress('mailto:a@acme.dev')).toBeUndefined();
    expect(toRequestUrl('https://acme.dev/a/?utm_source=x#y')).toBe('https://acme.dev/a/');
  });

  it('detects addresses that are not pages', () => {
    expect(isNonPageFile('https://acme.dev/a/logo.PNG')).toBe(true);
    expect(isNonPageFile('https://acme.dev/a/v1.2')).toBe(false);
    expect(isNonPageFile('https://acme.dev/a/pyproject.toml/')).toBe(false);
    expect(isCircularPath('https://acme.dev/a/b/a/b/a/b/a/b')).toBe(true);
    expect(isCircularPath('https://acme.dev/a/b/a/c')).toBe(false);
  });
});

describe('upgradeToHttps', () => {
  it.each([
    ['http://acme.dev/a?b', 'https://acme.dev/a?b'],
    ['http://other.dev/a', 'http://other.dev/a'],
    ['http://acme.dev:8080/a', 'http://acme.dev:8080/a'],
    ['no address', 'no address'],
  ])('changes %s to %s', (link, expected) => {
    expect(upgradeToHttps(link, 'https://acme.dev')).toBe(expected);
  });

  it('uses http if the site has only http', () => {
    expect(upgradeToHttps('http://acme.dev/a', 'http://acme.dev')).toBe('http://acme.dev/a');
  });
});

describe('toPagePath', () => {
  it.each([
    ['https://acme.dev/docs', 'index.md'],
    ['https://acme.dev/docs/a', 'a.md'],
    ['https://acme.dev/docs/a/b.html', 'a/b.md'],
    ['https://acme.dev/docs/vendor/x', 'vendor_/x.md'],
    ['https://acme.dev/docs/a?tab=2', 'a-tab-2.md'],
    ['https://acme.dev/docs/..%2f..%2fetc%2fpasswd', 'etc-passwd.md'],
    ['https://acme.dev/docs/%00', 'index.md'],
  ])('converts %s to %s', (address, path) => {
    expect(toPagePath('/docs/', address)).toBe(path);
  });
});
