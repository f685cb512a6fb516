/** `matchVersion` resolves a version name to snapshots. */
import { describe, expect, it } from 'vitest';
import { matchVersion } from '../../../../worker/core/repositories/match-version.ts';

const snapshot = (id: string, ref: string | undefined, commit: string) => ({ id, ref, commit });
const snapshots = [
  snapshot('s5', 'main', '5555555aaaaaaaaa'),
  snapshot('s4', 'v1.2', '4444444aaaaaaaaa'),
  snapshot('s3', 'v1.2', '3333333aaaaaaaaa'),
  snapshot('s2', 'v2.0', '2222222aaaaaaaaa'),
  snapshot('s1', 'release-2.0', '1111111aaaaaaaaa'),
  snapshot('s0', undefined, 'tree-0000000'),
];
const ids = (name: string) => matchVersion(snapshots, name).map(({ id }) => id);

describe('matchVersion', () => {
  it.each([
    ['its id', 's3', ['s3']],
    ['its branch', 'main', ['s5']],
    ['its tag, newest first', 'v1.2', ['s4', 's3']],
    ['the number of its tag', '1.2', ['s4', 's3']],
    ['the beginning of its commit', '4444444', ['s4']],
    ['the name of a tree', 'tree-0000000', ['s0']],
  ])('finds a version by %s', (_, name, found) => expect(ids(name)).toEqual(found));

  it.each([
    ['a number that two tags have', '2.0'],
    ['a part of a number', '1'],
    ['six digits of a commit', '444444'],
    ['an empty name', ''],
    ['another case', 'Main'],
  ])('finds nothing by %s', (_, name) => expect(ids(name)).toEqual([]));
});
