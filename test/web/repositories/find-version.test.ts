/** Finds the version to which an address refers, and the name that requests use for it. */
import { expect, test } from 'vitest';
import {
  readRequestedVersion,
  findVersion,
  labelDefaultVersion,
} from '../../../web/src/lib/features/repositories/find-version.ts';

const version = (ref: string | null, snapshotId: string, isDefault = false) => ({
  ref,
  snapshotId,
  commit: `${snapshotId}0000000000`,
  isDefault,
});
const versions = [version('main', 'aaaaaaaa', true), version('v1', 'bbbbbbbb'), version(null, 'cccccccc')];
const request = (reference: string | null) =>
  readRequestedVersion(reference, { versions, servedSnapshotId: 'aaaaaaaa' });

test('finds a version by id, branch, tag or commit', () => {
  for (const reference of ['bbbbbbbb', 'v1', 'bbbbbbbb000'])
    expect(findVersion(versions, reference)?.snapshotId).toBe('bbbbbbbb');
  expect(findVersion(versions, 'v')).toBeUndefined();
});

test('names no version in requests for the default version', () => {
  for (const reference of [null, 'aaaaaaaa', 'main']) expect(request(reference)).toBeNull();
});

test('requests another version by branch or tag, else by id', () => {
  expect(request('bbbbbbbb')).toEqual({ version: 'v1', label: 'v1' });
  expect(request('cccccccc')).toEqual({ version: 'cccccccc', label: 'ccccccc' });
});

test('requests an unlisted version by the reference in the address', () => {
  const id = '21uj4km2qtgntddn';
  expect(request(id)).toEqual({ version: id, label: 'another version' });
  expect(request('v9')).toEqual({ version: 'v9', label: 'v9' });
});

test('labels the default version by its branch, if it has one', () => {
  expect(labelDefaultVersion(versions)).toBe('main');
  expect(labelDefaultVersion([])).toBe('the newest');
});
