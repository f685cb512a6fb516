/**
 * Serves the app: its assets, and for every page an HTML file with a summary of the page in its head. For an unknown address, and for a page
 * about something unknown, a browser gets the HTML with status 404, so that the app can explain it; other clients get problem details.
 */

import { AppError } from '../core/errors.ts';
import { describePage } from '../flows/pages/describe-page.ts';
import { unlistedSummary, type PageSummary } from '../flows/pages/page-summary.ts';
import { hashPreview } from '../flows/pages/render-preview.ts';
import type { App, Assets, PageContext } from './context.ts';
import { allowHumanCheck } from './page-head/allow-human-check.ts';
import { allowInlineStyles } from './page-head/allow-inline-styles.ts';
import { answerWithEtag } from './page-head/answer-with-etag.ts';
import { bindCrawlFiles } from './page-head/crawl-files.ts';
import { describeGuide, referenceSummary } from './page-head/guides.ts';
import { publicOrigin } from './page-head/public-origin.ts';
import { bindPreviews } from './page-head/serve-preview.ts';
import { bindWidgetFiles } from './page-head/widget-files.ts';
import { writeHead } from './page-head/write-head.ts';
import { matchPage, type MatchedPage } from './page-routes.ts';

/** The page that shows any address in the browser. */
const appFile = '/app';

/** Call this after all API routes are bound. */
export function bindPages(app: App): void {
  bindCrawlFiles(app);
  bindPreviews(app);
  bindWidgetFiles(app);
  app.get('*', async (context) => {
    const { assets } = context.get('facts');
    const url = new URL(context.req.url);
    if (assets === undefined || isApiPath(url.pathname)) return context.notFound();
    const page = matchPage(url.pathname);
    if (page === undefined && url.pathname !== appFile) {
      const asset = await assets.fetch(context.req.raw);
      if (asset.status !== 404) return asset;
    }
    const summary = page && (await summarize(context, assets, page));
    if (summary !== undefined && !(summary instanceof AppError))
      return servePage(context, await readPage(context, assets, page?.route), summary);
    if (context.req.header('accept')?.includes('text/html') === true)
      return serveNotFoundPage(context, await readHtml(assets, url, appFile));
    if (summary === undefined) return context.notFound();
    throw summary;
  });
}

/** @returns undefined for an unknown guide */
async function summarize(
  context: PageContext,
  assets: Assets,
  page: MatchedPage,
): Promise<PageSummary | AppError | undefined> {
  const { route, parameters } = page;
  if (route === '/docs' || route === '/docs/[page]')
    return describeGuide(assets, new URL(context.req.url), parameters['page']);
  if (route === '/docs/api') return referenceSummary;
  const query = { version: context.req.query('version'), turn: context.req.query('turn') };
  return describePage(context.get('services'), context.get('viewer'), { ...page, query });
}

function isApiPath(path: string): boolean {
  return path === '/v1' || path.startsWith('/v1/');
}

async function readPage(context: PageContext, assets: Assets, route: string | undefined): Promise<Html> {
  const url = new URL(context.req.url);
  const file = await readHtml(assets, url, url.pathname);
  const hasHumanCheck = route === '/sign-in' && context.get('services').humanCheck !== undefined;
  if (route === '/docs/api') return { ...file, html: allowInlineStyles(file.html) };
  return hasHumanCheck ? { ...file, html: allowHumanCheck(file.html) } : file;
}

/**
 * Reads the file that the build has rendered for a page of its own, or the one that shows any page. The client's cache headers are not
 * passed on, because the response also depends on the page's summary.
 */
async function readHtml(
  assets: Assets,
  url: URL,
  path: string,
): Promise<{ readonly html: string; readonly headers: Headers }> {
  const isRendered = path === '/' || path === '/docs' || path.startsWith('/docs/');
  const file = isRendered
    ? await assets.fetch(new Request(new URL(path.replace(/(.)\/$/, '$1'), url)))
    : undefined;
  const found = file?.status === 200 ? file : await assets.fetch(new Request(new URL(appFile, url)));
  return { html: await found.text(), headers: found.headers };
}

type Html = Awaited<ReturnType<typeof readHtml>>;

async function servePage(context: PageContext, file: Html, summary: PageSummary): Promise<Response> {
  const body = await writeSummary(context, file, summary);
  const headers = new Headers(file.headers);
  // The summary is made for this viewer.
  headers.set('cache-control', 'private, no-cache');
  if (!summary.isListed) headers.set('x-robots-tag', 'noindex');
  return answerWithEtag({ body, headers }, context.req.header('if-none-match'));
}

/** Without an ETag, because a 404 must not be cached as the page. */
async function serveNotFoundPage(context: PageContext, file: Html): Promise<Response> {
  const headers = new Headers(file.headers);
  headers.delete('etag');
  headers.delete('content-length');
  // Somebody else may have a page at this address.
  headers.set('cache-control', 'private, no-cache');
  return new Response(await writeSummary(context, file, unlistedSummary), { status: 404, headers });
}

async function writeSummary(context: PageContext, { html }: Html, summary: PageSummary): Promise<string> {
  const { image } = summary;
  return writeHead(html, summary, {
    origin: publicOrigin(context.req, context.get('facts')),
    imageHash: image && (await hashPreview(image)),
  });
}
