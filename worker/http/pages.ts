/**
 * Serves the app: its assets, the HTML files of the landing page and the guides, and one HTML file for every other page. For an unknown address a browser gets that HTML with status 404, so
 * that the app can explain it; other clients get problem details.
 */

import { AppError } from '../core/errors.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Services } from '../flows/services.ts';
import type { App, Assets } from './context.ts';
import { matchPage } from './page-routes.ts';

/** The page that shows any address in the browser. */
const appFile = '/app';

/** Call this after all API routes are bound. */
export function bindPages(app: App): void {
  app.get('*', async (context) => {
    const { assets } = context.get('facts');
    const url = new URL(context.req.url);
    if (assets === undefined || isApiPath(url.pathname)) return context.notFound();
    const page = matchPage(url.pathname);
    if (page === undefined && url.pathname !== appFile) {
      const asset = await assets.fetch(context.req.raw);
      if (asset.status !== 404) return asset;
    } else if (
      page &&
      (await repositoryExists(page.repositoryId, context.get('services'), context.get('viewer')))
    ) {
      const file = await assets.fetch(new Request(new URL(pageFile(url.pathname), url), context.req.raw));
      if (file.status !== 404) return file;
    }
    if (context.req.header('accept')?.includes('text/html') === true) return serveNotFoundPage(assets, url);
    if (page?.repositoryId === undefined) return context.notFound();
    throw new AppError(
      'repository_not_found',
      `There is no repository ${JSON.stringify(page.repositoryId)}.`,
    );
  });
}

/** The build has a file of its own for the landing page and for each guide. The assets binding adds `.html`. */
function pageFile(path: string): string {
  return path === '/' || path === '/docs' || path.startsWith('/docs/')
    ? path.replace(/(.)\/$/, '$1')
    : appFile;
}

function isApiPath(path: string): boolean {
  return path === '/v1' || path.startsWith('/v1/');
}

async function repositoryExists(
  id: string | undefined,
  { catalog }: Services,
  viewer: Viewer,
): Promise<boolean> {
  return id === undefined || (await catalog.readRepository(viewer, id)) !== undefined;
}

/** A new request without the caller's cache headers, and a response without an ETag, because a 404 must not be cached as the page. */
async function serveNotFoundPage(assets: Assets, url: URL): Promise<Response> {
  const { body, headers } = await assets.fetch(new Request(new URL(appFile, url)));
  const withoutEtag = new Headers(headers);
  withoutEtag.delete('etag');
  return new Response(body, { status: 404, headers: withoutEtag });
}
