import { describe, expect, it } from 'vitest';
import {
  foldersFrom,
  isUnrelatedSample,
  joinPath,
  nearestFolder,
} from '../../../../worker/indexing/modules/snapshot-path.ts';

describe('paths of a snapshot', () => {
  it.each([
    ['a/b', '../c', 'a/c'],
    ['a/b', './/c/.', 'a/b/c'],
    ['', 'c', 'c'],
    ['a', '..', ''],
    ['a', '../..', undefined],
  ])('are joined: %s and %s', (folder, relative, joined) => expect(joinPath(folder, relative)).toBe(joined));

  it('go up to the root', () => {
    expect(foldersFrom('a/b')).toEqual(['a/b', 'a', '']);
    expect(foldersFrom('')).toEqual(['']);
  });

  it.each([
    [['a/x', 'b/x'], 'a/y', 'a/x'],
    [['a/x', 'a/y/x'], 'a/y', 'a/y/x'],
    [['deep/er/x', 'x'], 'elsewhere', 'x'],
    [['b/x', 'c/x'], 'a', undefined],
    [[], 'a', undefined],
  ])('include a nearest folder: of %j to %s', (folders, from, nearest) =>
    expect(nearestFolder(folders, from)).toBe(nearest),
  );

  it.each([
    ['tests/data/app', 'src', true],
    ['tests/data/app', 'tests/unit', false],
    ['src/tests', 'src', true],
    ['src/testing', 'src', false],
    ['examples/a', 'examples/b', false],
    ['examples/a/tests/x', 'examples/a', true],
    ['', 'src', false],
  ])('%s is a sample unrelated to %s: %s', (folder, from, expected) =>
    expect(isUnrelatedSample(folder, from)).toBe(expected),
  );
});
