/** The words for links: lifetime, and who can read. */
import { expect, it } from 'vitest';
import {
  describeReaders,
  describeShare,
  expiryChoices,
  isLocalAddress,
  readExpiryDays,
} from '../../../web/src/lib/features/sharing/share-texts.ts';

const createdAt = '2026-11-28T10:00:00.000Z';

it('states until when a link works', () => {
  const now = Date.parse('2026-12-01T00:00:00Z');
  expect(describeShare({ createdAt, expiresAt: null }, now)).toBe('Created 2026-11-28, does not expire');
  expect(describeShare({ createdAt, expiresAt: '2026-12-05T10:00:00.000Z' }, now)).toBe(
    'Created 2026-11-28, works until 2026-12-05',
  );
  expect(describeShare({ createdAt, expiresAt: '2026-11-29T10:00:00.000Z' }, now)).toBe(
    'Created 2026-11-28, expired 2026-11-29',
  );
});

it('offers never, 7 and 30 days', () => {
  expect(expiryChoices.map(({ value }) => readExpiryDays(value))).toEqual([undefined, 7, 30]);
});

it.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['[::1]', true],
  ['127.0.0.1.example.org', false],
  ['wherefore.example', false],
])('knows whether %s is this machine: %s', (hostname, expected) => {
  expect(isLocalAddress(hostname)).toBe(expected);
});

it('says who can read, and that a local link stays on this machine', () => {
  expect(describeReaders('a/b', 'wherefore.example')).toContain('may read a/b');
  expect(describeReaders('a/b', 'wherefore.example')).not.toContain('machine');
  expect(describeReaders('a/b', 'localhost')).toContain('on this machine only');
});
