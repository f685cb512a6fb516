/** The Worker's list of pages equals the app's, and distinguishes pages from unknown addresses. */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { matchPage, pageRoutes } from '../../../worker/http/page-routes.ts';

const routesFolder = join(import.meta.dirname, '../../../web/src/routes');

it('lists exactly the pages of the app', () => {
  const pages = readdirSync(routesFolder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('+page.svelte'))
    .map((path) => (dirname(path) === '.' ? '/' : `/${dirname(path)}`));
  expect([...pageRoutes].toSorted()).toEqual(pages.toSorted());
});

it.each([
  ['/', '/', {}],
  ['/settings', '/settings', {}],
  ['/settings/', '/settings', {}],
  ['/docs/search', '/docs/[page]', { page: 'search' }],
  ['/r/a1', '/r/[id]', { id: 'a1' }],
  ['/r/a1/', '/r/[id]', { id: 'a1' }],
  ['/r/a%20b', '/r/[id]', { id: 'a b' }],
  ['/r/a1/files', '/r/[id]/files/[...path]', { id: 'a1', path: '' }],
  ['/r/a1/files/src/a%23b.ts', '/r/[id]/files/[...path]', { id: 'a1', path: 'src/a#b.ts' }],
  ['/r/a1/c/c1', '/r/[id]/c/[conversation]', { id: 'a1', conversation: 'c1' }],
  ['/r/a1/commits/1a2b', '/r/[id]/commits/[commit]', { id: 'a1', commit: '1a2b' }],
  ['/r/a1/discussions/12', '/r/[id]/discussions/[number]', { id: 'a1', number: '12' }],
  ['/r/a1/status', '/r/[id]/status', { id: 'a1' }],
])('recognizes %s as a page', (path, route, parameters) => {
  expect(matchPage(path)).toEqual({ route, parameters });
});

it.each([
  '/nothing',
  '/settings/x',
  '/setting',
  '/r',
  '/r/',
  '/r/a1/nothing',
  '/r/a1/c',
  '/r/a1/commits/1/2',
  '/r/%ff',
  '/r/a1/files/%ff',
  '//',
  '/mcp',
  '/auth/x',
  '/widget.js',
])('does not recognize %s as a page', (path) => {
  expect(matchPage(path)).toBeUndefined();
});
