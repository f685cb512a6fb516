/**
 * Serves the app: its files as they are, and one HTML file for every page, which the browser fills. An address that is
 * no page gets the same HTML with status 404, where the app says what is missing; a program gets problem details.
 */

import { AppError } from '../core/errors.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Services } from '../flows/services.ts';
import type { App } from './app.ts';
import { matchPage } from './page-routes.ts';

/** Where the built app lies; 404 for what it does not hold. */
export interface Assets {
  fetch(request: Request): Promise<Response>;
}

/** Call it after every route of the API is bound. */
export function bindPages(app: App): void {
  app.get('*', async (context) => {
    const { assets } = context.get('facts');
    const url = new URL(context.req.url);
    if (assets === undefined || isOfApi(url.pathname)) return context.notFound();
    const page = matchPage(url.pathname);
    if (page === undefined) {
      const asset = await assets.fetch(context.req.raw);
      if (asset.status !== 404) return asset;
    } else if (await isKnown(page.repositoryId, context.get('services'), context.get('viewer'))) {
      return assets.fetch(new Request(new URL('/', url), context.req.raw));
    }
    if (context.req.header('accept')?.includes('text/html') === true) return missingPage(assets, url);
    if (page?.repositoryId === undefined) return context.notFound();
    throw new AppError(
      'repository_not_found',
      `There is no repository ${JSON.stringify(page.repositoryId)}.`,
    );
  });
}

function isOfApi(path: string): boolean {
  return path === '/v1' || path.startsWith('/v1/');
}

async function isKnown(id: string | undefined, { catalog }: Services, viewer: Viewer): Promise<boolean> {
  return id === undefined || (await catalog.readRepository(viewer, id)) !== undefined;
}

/** Asked for anew: what the caller has cached of the address is no answer to this. */
async function missingPage(assets: Assets, url: URL): Promise<Response> {
  const { body, headers } = await assets.fetch(new Request(new URL('/', url)));
  const kept = new Headers(headers);
  kept.delete('etag');
  return new Response(body, { status: 404, headers: kept });
}
