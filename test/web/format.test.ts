/** Formats counts, durations, sizes, times and commits. */
import { expect, test } from 'vitest';
import {
  formatCountOf,
  formatBytes,
  formatDuration,
  formatRelativeTime,
  shortCommit,
} from '../../web/src/lib/format.ts';

test.each([
  [0, '0 ms'],
  [999.4, '999 ms'],
  [1000, '1.0 s'],
  [9940, '9.9 s'],
  [42_400, '42 s'],
  [59_800, '1 min'],
  [185_000, '3 min 5 s'],
])('formats %d ms as %s', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text);
});

test.each([
  [1, '1 byte'],
  [999, '999 bytes'],
  [4200, '4.2 kB'],
  [18_400_000, '18 MB'],
  [4_100_000_000, '4.1 GB'],
])('formats %d bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test('formats a count with its noun', () => {
  expect(formatCountOf(1, 'file')).toBe('1 file');
  expect(formatCountOf(1234, 'file')).toBe('1,234 files');
});

test('formats times relative to now', () => {
  const now = Date.parse('2026-06-01T12:00:00Z');
  expect(formatRelativeTime('2026-06-01T11:59:30Z', now)).toBe('just now');
  expect(formatRelativeTime('2026-06-01T11:55:00Z', now)).toBe('5 minutes ago');
  expect(formatRelativeTime('2026-05-31T11:00:00Z', now)).toBe('yesterday');
  expect(formatRelativeTime('not a time', now)).toBe('not a time');
});

test('shortens commit ids and keeps the prefix of tree hashes', () => {
  expect(shortCommit('2ac8988f0c1d')).toBe('2ac8988');
  expect(shortCommit('tree-4f2a9be01c')).toBe('tree-4f2a9be');
});
