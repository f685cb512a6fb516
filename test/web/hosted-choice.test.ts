/** What is chosen of a repository is what is asked for; nothing that was pasted stays where it was taken back. */
import { expect, test } from 'vitest';
import { choicesOf, wantedSource } from '../../web/src/lib/features/sources/hosted-choice.ts';

const url = 'https://github.com/acme/harbour';

test('what was pasted is chosen to begin with', () => {
  expect(choicesOf({ ref: 'v1', subdirectory: 'src' })).toEqual({
    ref: 'v1',
    subdirectory: 'src',
    history: 'recent',
  });
});

test('what is left empty is not asked for', () => {
  expect(wantedSource({ url }, { ref: ' ', subdirectory: '/', history: 'none' })).toEqual({
    source: url,
    history: 'none',
  });
  expect(wantedSource({ url }, { ref: ' v2 ', subdirectory: '/src/a/', history: 'full' })).toEqual({
    source: url,
    history: 'full',
    ref: 'v2',
    subdirectory: 'src/a',
  });
});
