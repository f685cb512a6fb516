/** What the ask page shows is in its address, and comes out of it as it went in. */
import { assert, integer, property, string, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { formatAskAddress, readAskAddress } from '../../web/src/lib/features/ask/ask-address.ts';
import { isOpen } from '../../web/src/lib/features/ask/is-open.ts';
import { fileAddress } from '../../web/src/lib/features/files/file-address.ts';

const read = (address: string) => readAskAddress(new URL(address, 'http://localhost/r/x'));

test('a question, with and without a source', () => {
  expect(formatAskAddress({ question: '', source: null })).toBe('');
  expect(formatAskAddress({ question: 'a b?', source: null })).toBe('?q=a+b%3F');
  const source = { path: 'src/a b.ts', range: { startLine: 3, endLine: 9 } };
  expect(formatAskAddress({ question: 'a', source })).toBe('?q=a&source=src%2Fa+b.ts#L3-L9');
});

test('an address is read as it was written', () => {
  const range = tuple(integer({ min: 1, max: 9999 }), integer({ min: 0, max: 99 }));
  assert(
    property(string({ minLength: 1 }), string({ minLength: 1 }), range, (asked, path, [startLine, more]) => {
      const address = {
        question: asked.trim(),
        source: { path, range: { startLine, endLine: startLine + more } },
      };
      expect(read(formatAskAddress(address))).toEqual(address);
    }),
  );
});

test('a hash that is no range opens the whole file', () => {
  expect(read('?q=a&source=b.ts#top').source).toEqual({ path: 'b.ts', range: null });
});

test('a source is open when path and lines are the same', () => {
  const lines = { path: 'a.ts', startLine: 1, endLine: 2 };
  expect(isOpen(lines, { path: 'a.ts', range: { startLine: 1, endLine: 2 } })).toBe(true);
  expect(isOpen(lines, { path: 'a.ts', range: { startLine: 1, endLine: 3 } })).toBe(false);
  expect(isOpen(lines, { path: 'a.ts', range: null })).toBe(false);
  expect(isOpen(lines, null)).toBe(false);
});

test('the address of a file keeps odd names, and its version', () => {
  const place = { repositoryId: 'r1', version: undefined };
  expect(fileAddress(place, '')).toBe('/r/r1/files');
  expect(fileAddress(place, 'a b/#c?.ts', { startLine: 2, endLine: 2 })).toBe(
    '/r/r1/files/a%20b/%23c%3F.ts#L2',
  );
  expect(fileAddress({ ...place, version: 's 1' }, 'a.ts', { startLine: 2, endLine: 4 })).toBe(
    '/r/r1/files/a.ts?version=s%201#L2-L4',
  );
});
