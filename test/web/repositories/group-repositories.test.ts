/** Filters and groups the repositories of the landing page. */
import { expect, test } from 'vitest';
import { groupRepositories } from '../../../web/src/lib/features/repositories/group-repositories.ts';

const commit = 'a1b2c3d4e5';
const ready = { status: 'ready', servedSnapshotId: 's1' } as const;
const repositories = [
  { name: 'parcel', ref: 'main', commit, popular: true, ...ready },
  { name: 'harbour', ref: null, commit: '', ...ready },
  { name: 'parcel-tools', ref: 'v2', commit: '', popular: false, ...ready },
];

function names(typedText: string): { popular: string[]; own: string[] } {
  const { popular, own } = groupRepositories(repositories, typedText);
  return { popular: popular.map(({ name }) => name), own: own.map(({ name }) => name) };
}

test.each([
  ['', ['parcel'], ['harbour', 'parcel-tools']],
  ['Parcel', ['parcel'], ['parcel-tools']],
  ['v2 parcel', [], ['parcel-tools']],
  ['a1b2', ['parcel'], []],
  ['tides', [], []],
])('filters by “%s”', (typedText, popular, own) => expect(names(typedText)).toEqual({ popular, own }));

test('lists repositories that failed without a snapshot last, and keeps the order of the others', () => {
  const base = { ref: null, commit: '' };
  const listed = [
    { ...base, name: 'misspelled', status: 'failed', servedSnapshotId: null },
    { ...base, name: 'started', status: 'queued', servedSnapshotId: null },
    { ...base, name: 'refreshed', status: 'failed', servedSnapshotId: 's2' },
    { ...base, name: 'ready', ...ready },
  ] as const;
  const { own } = groupRepositories(listed, '');
  expect(own.map(({ name }) => name)).toEqual(['started', 'refreshed', 'ready', 'misspelled']);
});
