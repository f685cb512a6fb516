/** The landing's lists. */
import { expect, test } from 'vitest';
import { partRepositories } from '../../web/src/lib/features/repositories/part-repositories.ts';

const commit = 'a1b2c3d4e5';
const ready = { status: 'ready', servedSnapshotId: 's1' } as const;
const repositories = [
  { name: 'parcel', ref: 'main', commit, popular: true, ...ready },
  { name: 'harbour', ref: null, commit: '', ...ready },
  { name: 'parcel-tools', ref: 'v2', commit: '', popular: false, ...ready },
];

function names(typed: string): { popular: string[]; own: string[] } {
  const { popular, own } = partRepositories(repositories, typed);
  return { popular: popular.map(({ name }) => name), own: own.map(({ name }) => name) };
}

test.each([
  ['', ['parcel'], ['harbour', 'parcel-tools']],
  ['Parcel', ['parcel'], ['parcel-tools']],
  ['v2 parcel', [], ['parcel-tools']],
  ['a1b2', ['parcel'], []],
  ['tides', [], []],
])('“%s”', (typed, popular, own) => expect(names(typed)).toEqual({ popular, own }));

test('what failed and was never ready comes last; what is served or at work keeps its place', () => {
  const one = { ref: null, commit: '' };
  const listed = [
    { ...one, name: 'mistyped', status: 'failed', servedSnapshotId: null },
    { ...one, name: 'begun', status: 'queued', servedSnapshotId: null },
    { ...one, name: 'refreshed', status: 'failed', servedSnapshotId: 's2' },
    { ...one, name: 'ready', ...ready },
  ] as const;
  const { own } = partRepositories(listed, '');
  expect(own.map(({ name }) => name)).toEqual(['begun', 'refreshed', 'ready', 'mistyped']);
});
