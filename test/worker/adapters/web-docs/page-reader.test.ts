import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createPageReader } from '../../../../worker/adapters/web-docs/page-reader.ts';

const reader = createPageReader();
const bytes = (text: string) => new TextEncoder().encode(text);
const read = (body: string, head = '') =>
  reader.page({
    url: 'https://acme.dev/docs/run/',
    contentType: 'text/html',
    bytes: bytes(`<html lang="en"><head><title>Run - Acme</title>${head}</head><body>${body}</body></html>`),
  });
const markdown = (body: string) => read(`<main>${body}</main>`)?.markdown;

describe('page', () => {
  it('keeps only the main content, with absolute links', () => {
    const page = read(
      '<nav><a href="/a">A</a></nav><main><h1>Run<a class="headerlink" href="#run">¶</a></h1><p>See <a href="../b/#z">b</a>.</p><script>x()</script><p hidden>no</p></main><footer>foot</footer>',
    );
    expect(page?.markdown).toBe('# Run\n\nSee [b](https://acme.dev/docs/b/#z).');
    expect(page?.links).toEqual([
      'https://acme.dev/a',
      'https://acme.dev/docs/run/',
      'https://acme.dev/docs/b/',
    ]);
    expect(page).toMatchObject({ title: 'Run', language: 'en', isIndexable: true });
  });

  it('writes the fragment of a heading if it differs from the slug of its text', () => {
    expect(
      markdown(
        '<h1 id="run">Run</h1><section id="opts"><h2>Options</h2></section><h2 id="more-words">More words</h2>',
      ),
    ).toBe('# Run\n\n## Options {#opts}\n\n## More words');
  });

  it.each([
    [
      'MkDocs',
      '<div class="highlight"><span class="filename">app.py</span><pre><code class="language-python">a = 1</code></pre></div>',
    ],
    [
      'Sphinx',
      '<div class="literal-block-wrapper"><div class="code-block-caption"><span class="caption-text">app.py</span></div><div class="highlight-python notranslate"><div class="highlight"><pre>a = 1</pre></div></div></div>',
    ],
    [
      'Docusaurus',
      '<div class="language-python"><div class="codeBlockTitle_x">app.py</div><pre><code><span class="token-line">a = 1<br></span></code></pre></div>',
    ],
    [
      'Starlight',
      '<figure class="frame"><figcaption class="header"><span class="title">app.py</span></figcaption><pre data-language="python"><code><div class="ec-line">a = 1</div></code></pre></figure>',
    ],
    ['a `pre` with attributes', '<pre data-lang="python" data-filename="app.py"><code>a = 1</code></pre>'],
  ])('keeps the language and file name of a sample: %s', (_generator, sample) => {
    expect(markdown(`<h1>T</h1>${sample}`)).toBe('# T\n\n```python title="app.py"\na = 1\n```');
  });

  it('reads a file name from the first line if it is a path', () => {
    expect(markdown('<h1>T</h1><pre><code class="language-js">// src/app.js\nrun()</code></pre>')).toContain(
      '```js title="src/app.js"',
    );
  });

  it('writes tabs under their labels, and marks samples as alternatives', () => {
    const tabs =
      '<div class="tabbed-set"><input><div class="tabbed-labels"><label>pip</label><label>uv</label></div><div class="tabbed-content"><div class="tabbed-block"><pre><code class="language-sh">pip x</code></pre></div><div class="tabbed-block"><pre><code class="language-sh">uv x</code></pre></div></div></div>';
    expect(markdown(`<h1>T</h1>${tabs}`)).toBe(
      '# T\n\n**pip**\n\n```sh switcher\npip x\n```\n\n**uv**\n\n```sh switcher\nuv x\n```',
    );
  });

  it('converts notes to quotes, signatures to headings, and terms to paragraphs', () => {
    expect(
      markdown(
        '<h1>T</h1><div class="admonition warning"><p class="admonition-title">Soot</p><p>Long.</p></div>',
      ),
    ).toBe('# T\n\n> **Soot**\n>\n> Long.');
    expect(
      markdown(
        '<h1>T</h1><dl class="py"><dt class="sig" id="m.run">m.run(<em>a</em>)</dt><dd><p>Runs.</p></dd></dl>',
      ),
    ).toBe('# T\n\n### `m.run(a)` {#m.run}\n\nRuns.');
    expect(markdown('<h1>T</h1><dl><dt>wick</dt><dd>burns</dd></dl>')).toBe('# T\n\n**wick**\n\nburns');
  });

  it('writes tables, and alternative texts for pictures', () => {
    expect(
      markdown(
        '<h1>T</h1><table><thead><tr><th>a</th></tr></thead><tbody><tr><td>1|2</td></tr></tbody></table><p><img alt="A lamp" src="x"></p>',
      ),
    ).toBe('# T\n\n|a|\n|-|\n|1\\|2|\n\nA lamp');
  });

  it('reads the metadata of the head', () => {
    const page = read(
      '<p>x</p>',
      '<link rel="canonical" href="/docs/run"><meta name="robots" content="noindex, nofollow"><meta http-equiv="refresh" content="0; url=/new/"><link rel="alternate" type="application/atom+xml" href="/feed">',
    );
    expect(page).toMatchObject({
      title: 'Run',
      canonical: 'https://acme.dev/docs/run',
      isIndexable: false,
      isFollowable: false,
      links: [],
      redirectsTo: 'https://acme.dev/new/',
      feeds: ['https://acme.dev/feed'],
    });
  });

  it.each([
    ['by the charset of its header', 'text/html; charset=windows-1252', [0x63, 0x61, 0x66, 0xe9]],
    [
      'as UTF-8 if the declared encoding is unknown',
      'text/html; charset=klingon',
      [0x63, 0x61, 0x66, 0xc3, 0xa9],
    ],
    [
      'by its byte order mark',
      'text/html; charset=windows-1252',
      [0xef, 0xbb, 0xbf, 0x63, 0x61, 0x66, 0xc3, 0xa9],
    ],
  ])('is decoded %s', (_what, contentType, body) => {
    const page = reader.page({ url: 'https://acme.dev/', contentType, bytes: new Uint8Array(body) });
    expect(page?.markdown).toBe('café');
  });

  it.each([
    ['elements', `${'<div>'.repeat(100_000)}x`],
    ['formatting', `${'<b><i>'.repeat(60_000)}x`],
    ['quotes', '<blockquote>x'.repeat(20_000)],
    ['open quotes of attributes', '<a "'.repeat(200_000)],
    ['comments that do not end', '<!--'.repeat(200_000)],
    ['scripts that do not end', '<script'.repeat(100_000)],
  ])('is parsed without an error despite very many %s', (_what, body) => {
    expect(() => read(body)).not.toThrow();
  });

  it('keeps the text of tags that are nested too deeply', () => {
    expect(read(`${'<div>'.repeat(1_000)}deep${'</div>'.repeat(1_000)}<p>after</p>`)?.markdown).toBe(
      '# Run\n\ndeep\n\nafter',
    );
  });

  it('keeps Markdown unchanged', () => {
    const page = reader.page({
      url: 'https://acme.dev/a.md',
      contentType: 'text/markdown',
      bytes: bytes('---\ntitle: A\n---\nText [b](b.md).'),
    });
    expect(page).toMatchObject({
      title: 'A',
      markdown: '# A\n\nText [b](b.md).',
      links: ['https://acme.dev/b.md'],
    });
  });
});

const rules = (text: string) =>
  reader.robots({ url: 'https://acme.dev/robots.txt', text, userAgent: 'Wherefore/1' });

describe('robots', () => {
  it('obeys the rules for all crawlers and for its own name', () => {
    const all = rules(
      'User-agent: *\nDisallow: /private/\nAllow: /private/open/\nCrawl-delay: 2\nSitemap: /map.xml',
    );
    expect(all.isAllowed('https://acme.dev/private/x')).toBe(false);
    expect(all.isAllowed('https://acme.dev/private/open/x')).toBe(true);
    expect(all).toMatchObject({ delayMs: 2_000, sitemaps: ['https://acme.dev/map.xml'] });
    expect(rules('User-agent: wherefore\nDisallow: /').isAllowed('https://acme.dev/')).toBe(false);
    expect(rules('').isAllowed('https://acme.dev/')).toBe(true);
  });

  it.each([
    ['/a*c', '/xa/c', true],
    ['/a*c', '/abbbcd', false],
    ['/a*c$', '/abccc', false],
    ['/a*c$', '/abcd', true],
    ['/*b*b$', '/b', true],
    ['/a$', '/a', false],
    ['/a$', '/ab', true],
    ['/a*', '/a', false],
    ['/a~b', '/a%7eb', false],
    ['/a%7Eb', '/a~b', false],
    ['/é', '/%c3%a9', false],
    ['/a%2fb', '/a%2Fb', false],
    ['/a%2fb', '/a/b', true],
    ['/*?page=', '/a?page=2', false],
    ['/$x', '/$xy', false],
  ])('by Disallow: %s, %s is allowed: %s', (pattern, path, isAllowed) => {
    const site = rules(`User-agent: *\nDisallow: ${pattern}`);
    expect(site.isAllowed(`https://acme.dev${path}`)).toBe(isAllowed);
  });

  it('obeys the longest rule, and among equally long rules the one that allows', () => {
    const site = rules(
      'User-agent: a\nUser-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/*.pdf\nAllow: /c\nDisallow: /c',
    );
    const paths = ['/a/x', '/a/b/x', '/a/b/x.pdf', '/c'];
    expect(paths.map((path) => site.isAllowed(`https://acme.dev${path}`))).toEqual([
      false,
      true,
      false,
      true,
    ]);
    expect(site.isAllowed('https://other.dev/a/x')).toBe(true);
  });

  it('merges groups with the same name, and ignores others', () => {
    const site = rules(
      'User-agent: Wherefore/2\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\nCrawl-delay: 9\n\nUser-agent: wherefore\nDisallow: /c',
    );
    expect(['/a', '/b', '/c'].map((path) => site.isAllowed(`https://acme.dev${path}`))).toEqual([
      false,
      true,
      false,
    ]);
    expect(site.delayMs).toBe(0);
  });

  const long = `https://acme.dev/${'a'.repeat(990)}`;
  it.each([
    ['stars', 'Disallow: /*a*a*a*a*a*a*a*a*a*a$\n'.repeat(10_000)],
    [
      'stars in rules that differ',
      Array.from({ length: 17_000 }, (_, n) => `Disallow: /*aaaaab*a*c${n}`).join('\n'),
    ],
    ['rules for every length', Array.from({ length: 990 }, (_, n) => `Allow: /${'a'.repeat(n)}`).join('\n')],
    ['user agents', `${'User-agent: *\n'.repeat(17_000)}${'Disallow: /b\n'.repeat(20_000)}`],
  ])('decides in bounded time, however many %s it has', (_what, text) => {
    const site = rules(`User-agent: *\n${text}`);
    const startedAt = performance.now();
    for (let n = 0; n < 20; n += 1) site.isAllowed(`${long}${n}`);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    expect(site.cost).toBeLessThan(60_000);
  });

  it('excludes too much rather than too little if there are too many patterns', () => {
    const manyRules = Array.from({ length: 1_000 }, (_, n) => `Disallow: /x${n}*y`).join('\n');
    const site = rules(`User-agent: *\n${manyRules}\nDisallow: /late/*.html\nAllow: /late/*/open`);
    expect(site.isAllowed('https://acme.dev/late/a')).toBe(false);
    expect(site.isAllowed('https://acme.dev/late/a/open')).toBe(false);
    expect(site.isAllowed('https://acme.dev/early')).toBe(true);
  });
});

const list = (body: string | Uint8Array, url = 'https://acme.dev/sitemap.xml') =>
  reader.list({
    url,
    contentType: 'application/xml',
    bytes: typeof body === 'string' ? bytes(body) : body,
  });

describe('list', () => {
  const sitemap =
    '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://acme.dev/a?x=1&amp;y=2</loc><lastmod>2026-01-01</lastmod></url></urlset>';

  it('reads sitemaps, plain and gzipped, and indexes of them', async () => {
    const pages = [{ url: 'https://acme.dev/a?x=1&y=2', changedAt: '2026-01-01' }];
    expect(await list(sitemap)).toEqual({ pages, lists: [] });
    expect(await list(new Uint8Array(gzipSync(sitemap)))).toEqual({ pages, lists: [] });
    expect(await list('<sitemapindex><sitemap><loc>/b.xml</loc></sitemap></sitemapindex>')).toEqual({
      pages: [],
      lists: ['https://acme.dev/b.xml'],
    });
  });

  it('reads feeds and llms.txt', async () => {
    expect(
      (await list('<rss><channel><item><link>/p</link></item></channel></rss>'))?.pages.map(({ url }) => url),
    ).toEqual(['https://acme.dev/p']);
    expect(
      (await list('<feed><entry><link rel="alternate" href="/q"/></entry></feed>'))?.pages.map(
        ({ url }) => url,
      ),
    ).toEqual(['https://acme.dev/q']);
    expect(
      (await list('# Acme\n- [A](/docs/a.md): first', 'https://acme.dev/llms.txt'))?.pages.map(
        ({ url }) => url,
      ),
    ).toEqual(['https://acme.dev/docs/a.md']);
  });

  it('rejects decompression and entity bombs', async () => {
    const laughs = `<!DOCTYPE l [<!ENTITY a "ha">${Array.from({ length: 20 }, (_, n) => `<!ENTITY a${n} "&a;&a;&a;&a;&a;&a;&a;&a;&a;">`).join('')}]><urlset><url><loc>/&a19;</loc></url></urlset>`;
    expect(JSON.stringify(await list(laughs))?.length ?? 0).toBeLessThan(500);
    expect(
      await list(
        '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><urlset><url><loc>&e;</loc></url></urlset>',
      ),
    ).not.toMatchObject({ pages: [{ url: expect.stringContaining('root') as unknown }] });
    expect(await list('<a>'.repeat(100_000))).toBeUndefined();
    expect(await list(new Uint8Array(gzipSync(new Uint8Array(50_000_000))))).toBeUndefined();
    expect(await list('<html><body>not found</body></html>')).toBeUndefined();
  });
});
