/** Filters and groups the repositories of the landing page. */
import { expect, test } from 'vitest';
import { groupRepositories } from '../../../web/src/lib/features/repositories/group-repositories.ts';

const commit = 'a1b2c3d4e5';
const readyState = { status: 'ready', servedSnapshotId: 's1' } as const;
const repositories = [
  { name: 'parcel', ref: 'main', commit, popular: true, ...readyState },
  { name: 'harbour', ref: null, commit: '', ...readyState },
  { name: 'parcel-tools', ref: 'v2', commit: '', popular: false, ...readyState },
];

function listNames(typedText: string): { popular: string[]; own: string[] } {
  const { popular, own } = groupRepositories(repositories, typedText);
  return { popular: popular.map(({ name }) => name), own: own.map(({ name }) => name) };
}

test.each([
  ['', ['parcel'], ['harbour', 'parcel-tools']],
  ['Parcel', ['parcel'], ['parcel-tools']],
  ['v2 parcel', [], ['parcel-tools']],
  ['a1b2', ['parcel'], []],
  ['tides', [], []],
])('filters by “%s”', (typedText, popular, own) => expect(listNames(typedText)).toEqual({ popular, own }));

test('lists repositories that failed without a snapshot last, and keeps the order of the others', () => {
  const base = { ref: null, commit: '' };
  const listedRepositories = [
    { ...base, name: 'misspelled', status: 'failed', servedSnapshotId: null },
    { ...base, name: 'started', status: 'queued', servedSnapshotId: null },
    { ...base, name: 'refreshed', status: 'failed', servedSnapshotId: 's2' },
    { ...base, name: 'ready', ...readyState },
  ] as const;
  const { own } = groupRepositories(listedRepositories, '');
  expect(own.map(({ name }) => name)).toEqual(['started', 'refreshed', 'ready', 'misspelled']);
});
