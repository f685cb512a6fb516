/** Every route of a repository belongs to exactly one page. */
import { expect, test } from 'vitest';
import { repositoryPages } from '../../../web/src/lib/features/repositories/repository-pages.ts';

const upload = (id: string) => ({ id, source: { kind: 'upload', url: null } as const });

test.each([
  ['/r/[id]', 'Ask'],
  ['/r/[id]/c/[conversation]', 'Ask'],
  ['/r/[id]/files/[...path]', 'Files'],
  ['/r/[id]/search', 'Search'],
  ['/r/[id]/graph', 'Graph'],
  ['/r/[id]/history', 'History'],
  ['/r/[id]/commits/[commit]', 'History'],
  ['/r/[id]/status', 'Status'],
])('%s belongs to %s', (routeId, label) => {
  const matching = repositoryPages(upload('r1')).filter(({ matchesRoute }) => matchesRoute(routeId));
  expect(matching.map((page) => page.label)).toEqual([label]);
});

test('keeps the version of the page in links', () => {
  expect(repositoryPages(upload('r1'), 's 2').map(({ href }) => href)).toEqual([
    '/r/r1?version=s%202',
    '/r/r1/overview?version=s%202',
    '/r/r1/files?version=s%202',
    '/r/r1/search?version=s%202',
    '/r/r1/graph?version=s%202',
    '/r/r1/history?version=s%202',
    '/r/r1/status',
  ]);
});

test('encodes the id in addresses', () => {
  expect(repositoryPages(upload('a/b')).map(({ href }) => href)).toContain('/r/a%2Fb/files');
});

test('lists no graph and no history for a documentation site', () => {
  const pages = repositoryPages({ id: 'r1', source: { kind: 'web', url: 'https://acme.dev/docs/' } });
  expect(pages.map(({ label }) => label)).toEqual(['Ask', 'Files', 'Search', 'Status']);
});
