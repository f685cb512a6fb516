import { expect, it } from 'vitest';
import { listDefinitions } from '../../../../worker/retrieval/definitions/list-definitions.ts';
import { replaceOverloads } from '../../../../worker/retrieval/definitions/replace-overloads.ts';
import { createChunk, createSymbol } from './samples.ts';

const stub = createSymbol('fetch', [4, 5], { signature: '@t.overload def fetch(url: str) -> Page: ...' });
const implementation = createSymbol('fetch', [8, 13], { signature: 'def fetch(url, raw=False):' });
const found = listDefinitions([createChunk(4, 5)], [stub, implementation]);

it('replaces a stub with the implementation', () => {
  expect(found.map(({ startLine }) => startLine)).toEqual([4]);
  const replaced = replaceOverloads(found, [stub, implementation]);
  expect(replaced.map(({ startLine, endLine }) => [startLine, endLine])).toEqual([[8, 13]]);
});

it('keeps a stub without an implementation, and other definitions', () => {
  expect(replaceOverloads(found, [stub])).toEqual(found);
  const others = listDefinitions([createChunk(8, 13)], [implementation]);
  expect(replaceOverloads(others, [implementation])).toBe(others);
});
