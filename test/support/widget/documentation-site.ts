/**
 * A documentation site that VitePress builds, served on an origin of its own. With a strict Content Security Policy it allows itself, the
 * inline scripts and style attributes that VitePress writes by their hashes, and of the widget’s server only scripts and connections.
 */

import { createHash } from 'node:crypto';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { buildOnce } from '../../../clients/cli/local-server/build-once.ts';
import { projectFolder } from '../../../clients/cli/local-server/project-folder.ts';
import { startWebServer, type WebServer } from '../server/web-server.ts';

const source = 'test/fixtures/widget-site';
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
};

/** What the pages say about the widget. The crawler reads the pages before there is a key. */
export interface SiteSettings {
  server: string;
  repository: string;
  key: string;
  /** The part of an address that names the version; empty for none. */
  pattern: string;
  hasStrictPolicy: boolean;
}

export interface DocumentationSite extends WebServer {
  /** The test changes them while the site is served. */
  readonly settings: SiteSettings;
  readonly origin: string;
}

function buildSite(): Promise<string> {
  return buildOnce({
    kind: 'widget-site',
    sources: [source, 'package-lock.json'],
    make: async (folder) => {
      const program = join(projectFolder, 'node_modules/vitepress/bin/vitepress.js');
      await promisify(execFile)(process.execPath, [program, 'build', source, '--outDir', folder], {
        cwd: projectFolder,
        env: { ...process.env, NODE_ENV: 'production' },
      });
    },
  });
}

export async function startDocumentationSite(): Promise<DocumentationSite> {
  const folder = await buildSite();
  const settings: SiteSettings = { server: '', repository: '', key: '', pattern: '', hasStrictPolicy: true };
  const server = await startWebServer((path) => {
    const file = findFile(folder, path.split('?', 1)[0] ?? '');
    if (file === undefined) return { status: 404, headers: { 'content-type': 'text/html' }, body: 'gone' };
    const type = extname(file);
    if (type === '.woff2') return { headers: { 'content-type': 'font/woff2' }, body: readFileSync(file) };
    const body = fillIn(readFileSync(file, 'utf8'), settings);
    const policy =
      settings.hasStrictPolicy && type === '.html' ? formatPolicy(body, settings.server) : undefined;
    return {
      headers: {
        'content-type': types[type] ?? 'application/octet-stream',
        'cache-control': 'no-store',
        ...(policy === undefined ? {} : { 'content-security-policy': policy }),
      },
      body,
    };
  });
  return Object.assign(server, { settings, origin: new URL(server.url).origin });
}

function findFile(folder: string, path: string): string | undefined {
  const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
  return existsSync(file) && statSync(file).isFile() ? file : undefined;
}

function fillIn(text: string, { server, repository, key, pattern }: SiteSettings): string {
  return text
    .replaceAll('__SERVER__', server)
    .replaceAll('__REPOSITORY__', repository)
    .replaceAll('__KEY__', key)
    .replaceAll('__PATTERN__', pattern);
}

function formatHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function formatPolicy(html: string, server: string): string {
  const all = (pattern: RegExp): readonly string[] =>
    [...html.matchAll(pattern)].map(([, text = '']) => formatHash(text));
  const scripts = all(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g);
  const styles = all(/\sstyle="([^"]*)"/g);
  return [
    "default-src 'none'",
    `script-src 'self' ${server} ${scripts.join(' ')}`,
    `connect-src 'self' ${server}`,
    `style-src 'self' 'unsafe-hashes' ${styles.join(' ')}`,
    "font-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
  ].join('; ');
}
