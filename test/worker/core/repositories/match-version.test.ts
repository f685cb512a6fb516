/** Which snapshots a word means. */
import { describe, expect, it } from 'vitest';
import { matchVersion } from '../../../../worker/core/repositories/match-version.ts';

const of = (id: string, ref: string | undefined, commit: string) => ({ id, ref, commit });
const snapshots = [
  of('s5', 'main', '5555555aaaaaaaaa'),
  of('s4', 'v1.2', '4444444aaaaaaaaa'),
  of('s3', 'v1.2', '3333333aaaaaaaaa'),
  of('s2', 'v2.0', '2222222aaaaaaaaa'),
  of('s1', 'release-2.0', '1111111aaaaaaaaa'),
  of('s0', undefined, 'tree-0000000'),
];
const ids = (wanted: string) => matchVersion(snapshots, wanted).map(({ id }) => id);

describe('a version', () => {
  it.each([
    ['its id', 's3', ['s3']],
    ['its branch', 'main', ['s5']],
    ['its tag, newest first', 'v1.2', ['s4', 's3']],
    ['the number of its tag', '1.2', ['s4', 's3']],
    ['the beginning of its commit', '4444444', ['s4']],
    ['the name of a tree', 'tree-0000000', ['s0']],
  ])('is meant by %s', (_, wanted, found) => expect(ids(wanted)).toEqual(found));

  it.each([
    ['a number two tags bear', '2.0'],
    ['part of a number', '1'],
    ['a beginning of a commit that is too short', '444444'],
    ['nothing', ''],
    ['another case', 'Main'],
  ])('is not meant by %s', (_, wanted) => expect(ids(wanted)).toEqual([]));
});
