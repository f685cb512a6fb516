/** Filters and groups the repositories of the landing page. */
import { expect, test } from 'vitest';
import { groupRepositories } from '../../../web/src/lib/features/repositories/group-repositories.ts';

const neverUsed = (): number => 0;
const commit = 'a1b2c3d4e5';
const readyState = { status: 'ready', servedSnapshotId: 's1' } as const;
const repositories = [
  { id: 'r1', name: 'parcel', ref: 'main', commit, popular: true, ...readyState },
  { id: 'r2', name: 'harbour', ref: null, commit: '', ...readyState },
  { id: 'r3', name: 'parcel-tools', ref: 'v2', commit: '', popular: false, ...readyState },
];

function listNames(typedText: string): { popular: string[]; own: string[] } {
  const { popular, own } = groupRepositories(repositories, typedText, neverUsed);
  return { popular: popular.map(({ name }) => name), own: own.map(({ name }) => name) };
}

test.each([
  ['', ['parcel'], ['harbour', 'parcel-tools']],
  ['Parcel', ['parcel'], ['parcel-tools']],
  ['v2 parcel', [], ['parcel-tools']],
  ['a1b2', ['parcel'], []],
  ['hrbr', [], ['harbour']],
  ['tides', [], []],
])('filters by “%s”', (typedText, popular, own) => expect(listNames(typedText)).toEqual({ popular, own }));

test('lists repositories of other users apart from own ones', () => {
  const shared = { id: 'r4', name: 'stranger', ref: null, commit: '', isOwn: false, ...readyState };
  const listed = [...repositories.map((repository) => ({ ...repository, isOwn: true })), shared];
  const { own, others } = groupRepositories(listed, '', neverUsed);
  expect(own.map(({ name }) => name)).toEqual(['harbour', 'parcel-tools']);
  expect(others.map(({ name }) => name)).toEqual(['stranger']);
});

test('lists repositories that failed without a snapshot last, and keeps the order of the others', () => {
  const base = { ref: null, commit: '' };
  const listedRepositories = [
    { ...base, id: 'r0', name: 'misspelled', status: 'failed', servedSnapshotId: null },
    { ...base, id: 'r1', name: 'started', status: 'queued', servedSnapshotId: null },
    { ...base, id: 'r2', name: 'refreshed', status: 'failed', servedSnapshotId: 's2' },
    { ...base, id: 'r3', name: 'ready', ...readyState },
  ] as const;
  const { own } = groupRepositories(listedRepositories, '', neverUsed);
  expect(own.map(({ name }) => name)).toEqual(['started', 'refreshed', 'ready', 'misspelled']);
});

test('lists the last used repositories first', () => {
  const { own } = groupRepositories(repositories, '', (id) => (id === 'r3' ? 1 : 0));
  expect(own.map(({ name }) => name)).toEqual(['parcel-tools', 'harbour']);
});
