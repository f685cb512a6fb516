/** The current state of a repository is where its address says, in the folder that its name says. */
import { expect, test } from 'vitest';
import { toLiveSource } from '../../../web/src/lib/features/live/to-live-source.ts';

const url = 'https://github.com/acme/harbour';

test.each([
  ['acme/harbour', { source: url }],
  ['acme/harbour/src/locks', { source: url, subdirectory: 'src/locks' }],
])('of %s from GitHub', (name, source) => {
  expect(toLiveSource({ name, source: { kind: 'github', url } })).toEqual(source);
});

test.each([
  { kind: 'upload', url: null },
  { kind: 'web', url: 'https://docs.example.org' },
  { kind: 'live', url },
] as const)('is unknown for $kind', (source) => {
  expect(toLiveSource({ name: 'acme/harbour', source })).toBeUndefined();
});
