/**
 * Serves a folder of built documentation on loopback as a static host does: with `index.html` for folders, and ETags that change with the content.
 * In text files, this server's origin replaces the origin that the folder was built for.
 */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';
import { startWebServer, type WebServer } from './web-server.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.xml': 'application/xml',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};
const rewrittenTypes = new Set(['.html', '.xml', '.txt']);

export interface ServedFolder extends WebServer {
  /** Paths in the folder's sitemap; empty if there is none. */
  readonly sitemapPaths: readonly string[];
  /** Number of HTML files in the folder. */
  readonly htmlFileCount: number;
}

export async function serveFolder(folder: string): Promise<ServedFolder> {
  const sitemap = join(folder, 'sitemap.xml');
  const locations = existsSync(sitemap)
    ? [...readFileSync(sitemap, 'utf8').matchAll(/<loc>([^<]+)<\/loc>/g)].map(
        ([, url = '']) => new URL(url.trim()),
      )
    : [];
  const originalOrigin = locations[0]?.origin;
  const server: WebServer = await startWebServer((path, headers) => {
    const file = findFile(folder, path);
    if (file === undefined)
      return { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>404</h1>' };
    const type = extname(file);
    const text = readFileSync(file);
    const needsRewrite = originalOrigin !== undefined && rewrittenTypes.has(type);
    const body = needsRewrite
      ? text.toString('utf8').replaceAll(originalOrigin, server.url.slice(0, -1))
      : text;
    const etag = `"${createHash('sha256').update(text).digest('hex').slice(0, 16)}"`;
    const responseHeaders = { 'content-type': types[type] ?? 'application/octet-stream', etag };
    return headers['if-none-match'] === etag
      ? { status: 304, headers: responseHeaders }
      : { headers: responseHeaders, body };
  });
  return Object.assign(server, {
    sitemapPaths: locations.map(({ pathname }) => pathname),
    htmlFileCount: readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.html'))
      .length,
  });
}

function findFile(folder: string, path: string): string | undefined {
  const relativePath = normalize(decodeURIComponent(new URL(path, 'http://localhost').pathname));
  const file = join(folder, relativePath, relativePath.endsWith('/') ? 'index.html' : '');
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true ? file : undefined;
}
