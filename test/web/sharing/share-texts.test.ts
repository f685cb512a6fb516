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
/** In the time zone of the browser. */
const created = expect.stringMatching(/^Created 2026-11-2[789] \d\d:\d\d$/);

it('states when a link was created, to the minute, and until when it works', () => {
  const now = Date.parse('2026-12-01T00:00:00Z');
  expect(describeShare({ createdAt, expiresAt: null }, now)).toEqual([created, 'does not expire']);
  expect(describeShare({ createdAt, expiresAt: '2026-12-05T10:00:00.000Z' }, now)).toEqual([
    created,
    'works until 2026-12-05',
  ]);
  expect(describeShare({ createdAt, expiresAt: '2026-11-29T10:00:00.000Z' }, now)).toEqual([
    created,
    'expired 2026-11-29',
  ]);
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

const read = (visibility: 'private' | 'public', hostname: string) =>
  describeReaders({ name: 'a/b', visibility }, hostname);

it('says who can read, and that a local link stays on this machine', () => {
  expect(read('public', 'wherefore.example')).toMatch(/^a\/b is public, so everyone .*conversation\.$/);
  expect(read('private', 'wherefore.example')).toMatch(/^a\/b is private, so only people .*link\.$/);
  expect(read('private', 'localhost')).toContain('on this machine only');
});
