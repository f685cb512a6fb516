/** Serves the images of link previews, at the address of their page followed by `/preview.png`. */

import { AppError } from '../../core/errors.ts';
import { describePage } from '../../flows/pages/describe-page.ts';
import { hashPreview, renderPreview } from '../../flows/pages/render-preview.ts';
import type { App } from '../context.ts';
import { matchPage } from '../page-routes.ts';
import { matchesEtag } from './answer-with-etag.ts';

const fileName = '/preview.png';

/** The other pages have no image of their own; `…/files/preview.png` is the page of a file. */
const paths = [
  '',
  '/r/:id',
  '/r/:id/c/:conversation',
  '/r/:id/commits/:commit',
  '/r/:id/discussions/:number',
];

export function bindPreviews(app: App): void {
  for (const path of paths)
    app.get(path + fileName, async (context) => {
      const { pathname } = new URL(context.req.url);
      const page = matchPage(pathname.slice(0, -fileName.length) || '/');
      if (page === undefined || context.get('facts').assets === undefined) return context.notFound();
      const services = context.get('services');
      const query = { version: context.req.query('version'), turn: context.req.query('turn') };
      const summary = await describePage(services, context.get('viewer'), { ...page, query });
      if (summary instanceof AppError) throw summary;
      // A page that must not be named has the general image, under another address.
      if (summary.image === undefined || summary.imagePath !== pathname) return context.notFound();
      const etag = `"${await hashPreview(summary.image)}"`;
      // A cache asks again every time, because the repository may turn private.
      const headers = {
        'content-type': 'image/png',
        etag,
        'cache-control': summary.isListed ? 'public, no-cache' : 'private, no-cache',
      };
      if (matchesEtag(context.req.header('if-none-match'), etag)) return context.body(null, 304, headers);
      const scope = summary.isListed ? '' : pathname;
      return context.body(await renderPreview(services, summary.image, scope), 200, headers);
    });
}
