/**
 * Serves the two scripts of the widget to pages of other sites. Neither depends on who asks. A site can hold an old `widget.js` for some
 * minutes after a deployment, so the name of an earlier panel returns the current one.
 */

import type { App, PageContext } from '../context.ts';
import { answerWithEtag } from './answer-with-etag.ts';

const loaderPath = '/widget.js';
const panelPath = /^\/widget-panel-[\w-]{1,40}\.js$/;
const panelName = /widget-panel-[\w-]{1,40}\.js/;

/** Short, because sites must get a new version soon. */
const loaderCaching = 'public, max-age=300';
/** The name contains a hash of the content. */
const panelCaching = 'public, max-age=31536000, immutable';

export function isWidgetFile({ method, path }: { readonly method: string; readonly path: string }): boolean {
  return (method === 'GET' || method === 'HEAD') && (path === loaderPath || panelPath.test(path));
}

export function bindWidgetFiles(app: App): void {
  app.get(loaderPath, async (context) => {
    const file = await readFile(context, loaderPath);
    return file === undefined ? context.notFound() : serveScript(context, file, loaderCaching);
  });
  app.get('/:panel{widget-panel-[\\w-]{1,40}\\.js}', async (context) => {
    const file = await readFile(context, context.req.path);
    if (file !== undefined) return serveScript(context, file, panelCaching);
    const [name] = panelName.exec((await readFile(context, loaderPath)) ?? '') ?? [];
    const current = name === undefined ? undefined : await readFile(context, `/${name}`);
    return current === undefined ? context.notFound() : serveScript(context, current, 'no-cache');
  });
}

async function readFile(context: PageContext, path: string): Promise<string | undefined> {
  const { assets } = context.get('facts');
  const file = await assets?.fetch(new Request(new URL(path, context.req.url)));
  return file?.status === 200 ? file.text() : undefined;
}

function serveScript(context: PageContext, body: string, caching: string): Promise<Response> {
  const headers = new Headers({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': caching,
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
  return answerWithEtag({ body, headers }, context.req.header('if-none-match'));
}
