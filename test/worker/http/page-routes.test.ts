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
  ['/', undefined],
  ['/settings', undefined],
  ['/settings/', undefined],
  ['/r/a1', 'a1'],
  ['/r/a1/', 'a1'],
  ['/r/a%20b', 'a b'],
  ['/r/a1/files', 'a1'],
  ['/r/a1/files/src/main.ts', 'a1'],
  ['/r/a1/c/c1', 'a1'],
  ['/r/a1/commits/1a2b', 'a1'],
  ['/r/a1/discussions/12', 'a1'],
  ['/r/a1/status', 'a1'],
])('recognizes %s as a page', (path, repositoryId) => {
  expect(matchPage(path)).toEqual({ repositoryId });
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
  '//',
  '/mcp',
  '/auth/x',
  '/widget.js',
])('does not recognize %s as a page', (path) => {
  expect(matchPage(path)).toBeUndefined();
});
