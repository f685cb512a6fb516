/** What is asked of a version that an address names. */
import { expect, test } from 'vitest';
import {
  askedVersion,
  findVersion,
  nameOfDefault,
} from '../../web/src/lib/features/repositories/find-version.ts';

const version = (ref: string | null, snapshotId: string, isDefault = false) => ({
  ref,
  snapshotId,
  commit: `${snapshotId}0000000000`,
  isDefault,
});
const versions = [version('main', 'aaaaaaaa', true), version('v1', 'bbbbbbbb'), version(null, 'cccccccc')];
const asked = (named: string | null) => askedVersion(named, { versions, servedSnapshotId: 'aaaaaaaa' });

test('by its id, its branch or tag, its commit', () => {
  for (const named of ['bbbbbbbb', 'v1', 'bbbbbbbb000'])
    expect(findVersion(versions, named)?.snapshotId).toBe('bbbbbbbb');
  expect(findVersion(versions, 'v')).toBeUndefined();
});

test('what is read by default is asked without a name', () => {
  for (const named of [null, 'aaaaaaaa', 'main']) expect(asked(named)).toBeNull();
});

test('another by its branch or tag, which outlives a refresh; without, by its id', () => {
  expect(asked('bbbbbbbb')).toEqual({ version: 'v1', label: 'v1' });
  expect(asked('cccccccc')).toEqual({ version: 'cccccccc', label: 'ccccccc' });
});

test('one that is not listed is asked as it is named', () => {
  const id = '21uj4km2qtgntddn';
  expect(asked(id)).toEqual({ version: id, label: 'another version' });
  expect(asked('v9')).toEqual({ version: 'v9', label: 'v9' });
});

test('the one read by default has a name where it has a branch', () => {
  expect(nameOfDefault(versions)).toBe('main');
  expect(nameOfDefault([])).toBe('the newest');
});
