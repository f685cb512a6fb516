/** `robots.txt` and `sitemap.xml`: what search engines may read, and which pages there are. */

import { listOpenOverviews } from '../../flows/pages/list-open-overviews.ts';
import type { App } from '../context.ts';
import { readGuides } from './guides.ts';
import { publicOrigin } from './public-origin.ts';
import { escapeHtml } from './write-head.ts';

/** A sitemap may have 50,000 addresses: https://www.sitemaps.org/protocol.html */
const maxRepositories = 5_000;
/** They fetch a page when somebody posts a link to it, and obey these rules. */
const previewAgents = [
  'Discordbot',
  'facebookexternalhit',
  'LinkedInBot',
  'Mastodon',
  'Slackbot-LinkExpanding',
  'TelegramBot',
  'Twitterbot',
  'WhatsApp',
];

export function bindCrawlFiles(app: App): void {
  app.get('/robots.txt', (context) =>
    context.text(writeRobots(publicOrigin(context.req, context.get('facts')))),
  );

  app.get('/sitemap.xml', async (context) => {
    const facts = context.get('facts');
    if (facts.assets === undefined) return context.notFound();
    const guides = await readGuides(facts.assets, new URL(context.req.url));
    const pages = [
      { path: '/' },
      { path: '/docs' },
      ...guides.map(({ slug }) => ({ path: `/docs/${slug}` })),
      ...(await listOpenOverviews(context.get('services'), context.get('viewer'), maxRepositories)),
    ];
    const body = writeSitemap(publicOrigin(context.req, facts), pages);
    return context.body(body, 200, {
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'private, no-cache',
    });
  });
}

/** The longest matching rule decides (RFC 9309, 2.2.2). The pages of a repository below its overview are made by the API, which is closed. */
function writeRobots(origin: string): string {
  return [
    '# Link previews. Conversations are marked noindex.',
    ...previewAgents.map((agent) => `User-agent: ${agent}`),
    'Disallow: /v1/',
    '',
    'User-agent: *',
    'Disallow: /v1/',
    'Disallow: /dashboard',
    'Disallow: /keys',
    'Disallow: /reset-password',
    'Disallow: /search',
    'Disallow: /settings',
    'Disallow: /sign-in',
    'Disallow: /r/*/',
    'Allow: /r/*/overview$',
    'Allow: /r/*/preview.png',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}

function writeSitemap(
  origin: string,
  pages: readonly { readonly path: string; readonly changedAt?: number }[],
): string {
  const entries = pages.map(({ path, changedAt }) => {
    const changed = changedAt === undefined ? '' : `<lastmod>${new Date(changedAt).toISOString()}</lastmod>`;
    return `  <url><loc>${escapeHtml(origin + path)}</loc>${changed}</url>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>\n`;
}
