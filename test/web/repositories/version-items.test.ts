/** The version menu links to the same page in each version, and exists only if there is a choice. */
import { expect, test } from 'vitest';
import { versionItems } from '../../../web/src/lib/features/repositories/version-items.ts';

const version = (ref: string | null, snapshotId: string, overrides: object = {}) => ({
  ref,
  snapshotId,
  commit: `${snapshotId}0000000000`,
  status: 'ready' as const,
  isDefault: false,
  ...overrides,
});
const versions = [
  version('main', 'aaaaaaaa', { isDefault: true }),
  version('v1', 'bbbbbbbb'),
  version(null, 'cccccccc'),
];
const listItems = (
  address: string,
  reference = 'aaaaaaaa',
  listedVersions: Parameters<typeof versionItems>[0] = versions,
) =>
  versionItems(listedVersions, {
    repositoryId: 'r 1',
    url: new URL(address, 'http://localhost/'),
    reference,
  });
const listAddresses = (address: string): unknown[] =>
  listItems(address).map((item) => ('href' in item ? item.href : undefined));

test('labels versions with branch or tag, else commit, and marks the version of the page', () => {
  expect(listItems('/r/r%201/files', 'bbbbbbbb').map(({ label, checked }) => [label, checked])).toEqual([
    ['Version main', false],
    ['Version v1', true],
    ['Version ccccccc', false],
  ]);
  // The page of a conversation refers to its version by branch or tag.
  expect(listItems('/r/r%201/c/c1', 'v1').map(({ checked }) => checked)).toEqual([false, true, false]);
});

test('links to the same page in each version, and omits the id of the default version', () => {
  expect(listAddresses('/r/r%201/files/src/a%20b.py?version=bbbbbbbb#L3')).toEqual([
    '/r/r%201/files/src/a%20b.py',
    '/r/r%201/files/src/a%20b.py?version=bbbbbbbb',
    '/r/r%201/files/src/a%20b.py?version=cccccccc',
  ]);
  expect(listAddresses('/r/r%201/search?q=tide&version=x')[1]).toBe(
    '/r/r%201/search?q=tide&version=bbbbbbbb',
  );
});

test('links from a new chat and a conversation to each version, with the id of the default version only from a conversation', () => {
  expect(listAddresses('/r/r%201?q=Why%3F').slice(0, 2)).toEqual(['/r/r%201', '/r/r%201?version=bbbbbbbb']);
  expect(listAddresses('/r/r%201/c/c1?turn=2').slice(0, 2)).toEqual([
    '/r/r%201/c/c1?turn=2&version=aaaaaaaa',
    '/r/r%201/c/c1?turn=2&version=bbbbbbbb',
  ]);
});

test('links from other pages to the files', () => {
  for (const page of ['/r/r%201/status', '/r/r%201/commits/abc1234'])
    expect(listAddresses(page).slice(0, 2)).toEqual(['/r/r%201/files', '/r/r%201/files?version=bbbbbbbb']);
});

test('returns no items for a single version or for versions that are not ready', () => {
  expect(listItems('/r/r%201', 'aaaaaaaa', versions.slice(0, 1))).toEqual([]);
  expect(
    listItems('/r/r%201', 'aaaaaaaa', [...versions.slice(0, 1), version('v2', 'd', { status: 'parsing' })]),
  ).toEqual([]);
});
