/** The versions to browse lead to the same page of each, and only where there is a choice. */
import { expect, test } from 'vitest';
import { versionItems } from '../../web/src/lib/features/repositories/version-items.ts';

const version = (ref: string | null, snapshotId: string, more: object = {}) => ({
  ref,
  snapshotId,
  commit: `${snapshotId}0000000000`,
  status: 'ready' as const,
  isDefault: false,
  ...more,
});
const versions = [
  version('main', 'aaaaaaaa', { isDefault: true }),
  version('v1', 'bbbbbbbb'),
  version(null, 'cccccccc'),
];
const items = (address: string, shown = 'aaaaaaaa', of: Parameters<typeof versionItems>[0] = versions) =>
  versionItems(of, { repositoryId: 'r 1', url: new URL(address, 'http://localhost/'), shown });
const addresses = (address: string): unknown[] =>
  items(address).map((item) => ('href' in item ? item.href : undefined));

test('each is named by its branch or tag, else its commit; the one shown is marked', () => {
  expect(items('/r/r%201/files', 'bbbbbbbb').map(({ label, checked }) => [label, checked])).toEqual([
    ['Version main', false],
    ['Version v1', true],
    ['Version ccccccc', false],
  ]);
  // As a conversation names it.
  expect(items('/r/r%201/c/c1', 'v1').map(({ checked }) => checked)).toEqual([false, true, false]);
});

test('a page of a version is shown of the other, the one read by default without its id', () => {
  expect(addresses('/r/r%201/files/src/a%20b.py?version=bbbbbbbb#L3')).toEqual([
    '/r/r%201/files/src/a%20b.py',
    '/r/r%201/files/src/a%20b.py?version=bbbbbbbb',
    '/r/r%201/files/src/a%20b.py?version=cccccccc',
  ]);
  expect(addresses('/r/r%201/search?q=tide&version=x')[1]).toBe('/r/r%201/search?q=tide&version=bbbbbbbb');
});

test('a new chat and a conversation are asked of the other; a conversation must be told which one', () => {
  expect(addresses('/r/r%201?q=Why%3F').slice(0, 2)).toEqual(['/r/r%201', '/r/r%201?version=bbbbbbbb']);
  expect(addresses('/r/r%201/c/c1?turn=2').slice(0, 2)).toEqual([
    '/r/r%201/c/c1?turn=2&version=aaaaaaaa',
    '/r/r%201/c/c1?turn=2&version=bbbbbbbb',
  ]);
});

test('from any other page the files are shown', () => {
  for (const page of ['/r/r%201/status', '/r/r%201/commits/abc1234'])
    expect(addresses(page).slice(0, 2)).toEqual(['/r/r%201/files', '/r/r%201/files?version=bbbbbbbb']);
});

test('one alone, or one that is not ready, is no choice', () => {
  expect(items('/r/r%201', 'aaaaaaaa', versions.slice(0, 1))).toEqual([]);
  expect(
    items('/r/r%201', 'aaaaaaaa', [...versions.slice(0, 1), version('v2', 'd', { status: 'parsing' })]),
  ).toEqual([]);
});
