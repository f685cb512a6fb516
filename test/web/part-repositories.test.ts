/** The landing's lists. */
import { expect, test } from 'vitest';
import { partRepositories } from '../../web/src/lib/features/repositories/part-repositories.ts';

const commit = 'a1b2c3d4e5';
const repositories = [
  { name: 'parcel', ref: 'main', commit, popular: true },
  { name: 'harbour', ref: null, commit: '' },
  { name: 'parcel-tools', ref: 'v2', commit: '', popular: false },
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
