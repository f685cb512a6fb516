/** The request contains the user's choices, and nothing from the pasted text that they replaced. */
import { expect, test } from 'vitest';
import { defaultChoice, toAddSource } from '../../../web/src/lib/features/sources/hosted-choice.ts';

const url = 'https://github.com/acme/harbour';

test('takes initial choices from the pasted text', () => {
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
