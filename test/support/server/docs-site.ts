/**
 * A small documentation site like the output of common generators. It has a sitemap, crawler rules, two versions, duplicates, a disallowed page,
 * a `noindex` page, a link to a missing page, and a redirect to a private address.
 */

import type { WebAnswer } from './web-server.ts';

interface DocsSite {
  /** HTML by path. */
  readonly pages: Map<string, string>;
  answer(path: string, headers: Record<string, unknown>): WebAnswer;
}

const navigation = `<nav><a href="/docs/">Home</a> <a href="/docs/install/">Install</a> <a href="/docs/configuration.html">Configuration</a>
  <a href="/docs/api/">API</a> <a href="/docs/gone/">Gone</a> <a href="/docs/private/keys/">Keys</a> <a href="/docs/draft/">Draft</a>
  <a href="/docs/v1.2/">1.2</a> <a href="/docs/logo.png">Logo</a> <a href="/blog/">Blog</a></nav>`;

function docsPage(title: string, body: string, head = ''): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} - Lantern</title>
<meta name="description" content="${title} of Lantern">${head}</head><body>${navigation}
<main><article class="md-content__inner"><a class="md-content__button" href="https://github.com/lantern/lantern/edit/main/x.md">Edit this page</a>
<h1 id="top">${title}<a class="headerlink" href="#top">¶</a></h1>${body}</article></main><footer>Made with care</footer></body></html>`;
}

const pages: readonly (readonly [string, string])[] = [
  [
    '/docs/',
    docsPage(
      'Lantern',
      '<p>Lantern lights the harbour: a small scheduler of lamps. Begin with <a href="install/">installing</a> it.</p>',
    ),
  ],
  [
    '/docs/install/',
    docsPage(
      'Install',
      `<h2 id="from-packages">From packages<a class="headerlink" href="#from-packages">¶</a></h2><p>Lantern is installed with the package manager of the harbour.</p>
<div class="language-console highlight"><pre><code>quay install lantern</code></pre></div>
<h2 id="src">From source</h2><p>Building from source needs a compiler of wicks, version 4 or newer.</p>`,
    ),
  ],
  [
    '/docs/configuration.html',
    docsPage(
      'Configuration',
      `<h2 id="wick-length">Wick length</h2><p>The setting <code>wick_length</code> tells how many millimetres of wick are burnt in an hour; its default is 12.</p>
<div class="highlight"><span class="filename">lantern.toml</span><pre><code class="language-toml">[lamp]
wick_length = 12
</code></pre></div>
<div class="admonition warning"><p class="admonition-title">Soot</p><p>A wick longer than 40 millimetres blackens the glass.</p></div>
<table><thead><tr><th>Setting</th><th>Default</th></tr></thead><tbody><tr><td>wick_length</td><td>12</td></tr><tr><td>keeper</td><td>none</td></tr></tbody></table>`,
    ),
  ],
  [
    '/docs/api/',
    docsPage(
      'API',
      `<dl class="py function"><dt class="sig sig-object py" id="lantern.schedule_lamp">lantern.schedule_lamp(<em>berth</em>, <em>until</em>)<a class="headerlink" href="#lantern.schedule_lamp">¶</a></dt>
<dd><p>Lights the lamp of a berth until the tide turns. Raises TideError where the tide table is missing.</p></dd></dl>`,
    ),
  ],
  [
    '/docs/hidden/',
    docsPage(
      'Signals',
      '<p>Only the sitemap knows this page: lamps blink twice when a pilot is asked for.</p>',
    ),
  ],
  ['/docs/copy/', docsPage('Install', '<p>A page that says the same.</p>')],
  ['/docs/copy-again/', docsPage('Install', '<p>A page that says the same.</p>')],
  ['/docs/private/keys/', docsPage('Keys', '<p>Nobody may take this.</p>')],
  ['/docs/draft/', docsPage('Draft', '<p>Not yet.</p>', '<meta name="robots" content="noindex">')],
  ['/docs/v1.2/', docsPage('Lantern 1.2', '<p>The version before.</p>')],
  ['/blog/', docsPage('Blog', '<p>No documentation.</p>')],
];

/** @param delay seconds between two requests, for `Crawl-delay` in `robots.txt` */
export function createDocsSite({ delay }: { readonly delay?: number } = {}): DocsSite {
  const pagesByPath = new Map(pages);
  const robots = `User-agent: *\nDisallow: /docs/private/\n${delay === undefined ? '' : `Crawl-delay: ${delay}\n`}Sitemap: /docs/sitemap.xml\n`;
  return {
    pages: pagesByPath,
    answer(path, headers) {
      if (path === '/robots.txt') return { headers: { 'content-type': 'text/plain' }, body: robots };
      if (path === '/docs/sitemap.xml')
        return {
          headers: { 'content-type': 'application/xml' },
          body: createSitemap(pagesByPath, String(headers['host'])),
        };
      if (path === '/docs/inside/')
        return { status: 302, headers: { location: 'http://169.254.169.254/latest/' } };
      if (path === '/docs') return { status: 301, headers: { location: '/docs/' } };
      const body = pagesByPath.get(path.split('?', 1)[0] ?? '');
      if (body === undefined) return { status: 404, headers: { 'content-type': 'text/html' }, body: 'gone' };
      const etag = `"${path}-${body.length}"`;
      if (headers['if-none-match'] === etag) return { status: 304 };
      return { headers: { 'content-type': 'text/html', etag }, body };
    },
  };
}

function createSitemap(pagesByPath: ReadonlyMap<string, string>, host: string): string {
  const sitemapPaths = [...pagesByPath.keys(), '/docs/inside/'].filter(
    (path) => !/draft|private|blog|v1/.test(path),
  );
  const urls = sitemapPaths
    .map((path) => `<url><loc>http://${host}${path}?utm_source=map</loc></url>`)
    .join('');
  return `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`;
}
