/** Recognizes sources while the user types, and builds requests only from the user's choices. */
import { expect, test } from 'vitest';
import {
  defaultChoice,
  toAddSource,
  looksLikeSource,
} from '../../../web/src/lib/features/sources/source-request.ts';

const url = 'https://github.com/acme/harbour';

test('reads the initial choices from the pasted text', () => {
  expect(defaultChoice({ ref: 'v1', subdirectory: 'src' })).toEqual({
    ref: 'v1',
    subdirectory: 'src',
    history: 'recent',
  });
});

test('omits empty choices', () => {
  expect(toAddSource({ url }, { ref: ' ', subdirectory: '/', history: 'none' })).toEqual({
    source: url,
    history: 'none',
  });
  expect(toAddSource({ url }, { ref: ' v2 ', subdirectory: '/src/a/', history: 'full' })).toEqual({
    source: url,
    history: 'full',
    ref: 'v2',
    subdirectory: 'src/a',
  });
});

test.each([
  'acme/harbour',
  'acme/h',
  ' acme/harbour@v1 ',
  'https://docs.acme.dev',
  'git@github.com:acme/harbour.git',
  'git clone https://github.com/acme/harbour',
  'gh repo clone acme/harbour',
  'github:acme/harbour',
])('accepts “%s”', (text) => expect(looksLikeSource(text)).toBe(true));

test.each(['', '   ', 'acme', 'acme/', 'https://', 'how does it work'])('rejects “%s”', (text) =>
  expect(looksLikeSource(text)).toBe(false),
);

test('rejects text over 2,000 characters', () => {
  expect(looksLikeSource(`a/${'b'.repeat(2_000)}`)).toBe(false);
});
