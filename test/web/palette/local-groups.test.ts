/** The addresses that the palette's local entries open. */
import { expect, test } from 'vitest';
import { askGroup, localGroups } from '../../../web/src/lib/features/palette/local-groups.ts';

const actions = {
  toggleTheme: () => undefined,
  toggleSidebar: () => undefined,
  showShortcuts: () => undefined,
};
const context = {
  repository: { id: 'r 1', name: 'parcel', source: { kind: 'upload', url: null } as const },
  version: null,
  repositories: [
    { id: 'r 1', name: 'parcel', ref: null },
    { id: 'r2', name: 'harbour', ref: 'main' },
  ],
  conversations: [{ id: 'c1', repositoryId: 'r2', repositoryName: 'harbour', title: 'Where are the tides?' }],
  actions,
};

function listAddresses(groups: ReturnType<typeof localGroups>): unknown[] {
  return groups.flatMap(({ entries }) => entries.map(({ to }) => to).filter((to) => typeof to === 'string'));
}

test('lists pages, a new chat, other repositories and conversations inside a repository', () => {
  expect(listAddresses(localGroups(context))).toEqual([
    '/r/r%201',
    '/r/r%201/overview',
    '/r/r%201/files',
    '/r/r%201/search',
    '/r/r%201/graph',
    '/r/r%201/history',
    '/r/r%201/status',
    '/',
    '/docs',
    '/settings',
    '/r/r%201',
    '/r/r2',
    '/r/r2/c/c1',
  ]);
});

test('lists all repositories outside a repository, where a new chat begins with choosing one', () => {
  expect(listAddresses(localGroups({ ...context, repository: null }))).toEqual([
    '/',
    '/docs',
    '/settings',
    '/',
    '/r/r%201',
    '/r/r2',
    '/r/r2/c/c1',
  ]);
});

test('creates a unique id for each entry', () => {
  const ids = localGroups(context).flatMap(({ entries }) => entries.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
});

test('asks the trimmed text and keeps its special characters', () => {
  expect(askGroup(context, ' What & why? ').entries.map(({ to }) => to)).toEqual([
    '/r/r%201?q=What+%26+why%3F',
  ]);
});
