/** The top bar describes the version that answers use. */
import { expect, test } from 'vitest';
import {
  describeVersion,
  describeKnownVersion,
} from '../../../web/src/lib/features/repositories/describe-version.ts';

const now = Date.parse('2026-11-22T10:00:00Z');
const readyRepository = {
  ref: 'main',
  commit: 'a1b2c3d4e5f60718293a4b5c6d7e8f9012345678',
  snapshotId: 's2',
  servedSnapshotId: 's2',
  readyAt: '2026-11-22T07:00:00Z',
  status: 'ready',
} as const;

test('states branch and commit, and in the full description also the time of indexing', () => {
  expect(describeVersion(readyRepository, null, now)).toEqual({
    shortText: 'main · a1b2c3d',
    fullText: 'main, commit a1b2c3d4e5f60718293a4b5c6d7e8f9012345678, indexed 3 hours ago',
  });
});

test('states only the commit if there is no branch', () => {
  expect(describeVersion({ ...readyRepository, ref: null }, 's2', now).shortText).toBe('a1b2c3d');
});

test('never states a commit that is not in use', () => {
  expect(
    describeVersion({ ...readyRepository, servedSnapshotId: 's1', status: 'parsing' }, null, now).shortText,
  ).toBe('previous snapshot');
  expect(
    describeVersion({ ...readyRepository, servedSnapshotId: null, status: 'parsing' }, null, now).shortText,
  ).toBe('parsing');
  expect(describeVersion(readyRepository, 's1', now).shortText).toBe('another version');
  expect(describeKnownVersion({ ...readyRepository, ref: 'v1', readyAt: null }).shortText).toBe(
    'v1 · a1b2c3d',
  );
});

test('states the date of a documentation site, because a site has no commit', () => {
  const source = { kind: 'web', url: 'https://acme.dev/' } as const;
  expect(describeVersion({ ...readyRepository, ref: null, commit: 'tree-0123', source }, null, now)).toEqual({
    shortText: '2026-11-22',
    fullText: 'Documentation site, indexed 3 hours ago',
  });
});
