/** The page cache has a shared budget, and an object never evicts its own pages. */
import { expect, it } from 'vitest';
import { createPageCache } from '../../../../worker/objects/vector-shard/page-cache.ts';
import { pageBody, vectorPage } from '../../../../worker/objects/vector-shard/vector-page.ts';

const page = vectorPage(4);
const size = pageBody(page).byteLength;

it('returns pages until they are dropped', () => {
  const cache = createPageCache(10 * size);
  for (const number of [1, 2, 11]) cache.set('a', number, vectorPage(4));
  cache.set('ab', 1, page);
  expect(cache.get('a', 2)).toBeDefined();
  expect(cache.bytes).toBe(4 * size);
  cache.drop('a', [2, 7]);
  expect(cache.get('a', 2)).toBeUndefined();
  expect(cache.get('a', 11)).toBeDefined();
  cache.drop('a');
  expect(cache.get('ab', 1)).toBe(page);
  expect(cache.bytes).toBe(size);
});

it('counts a replaced page once', () => {
  const cache = createPageCache(10 * size);
  for (let time = 0; time < 5; time += 1) cache.set('a', 1, page);
  expect(cache.bytes).toBe(size);
});

it('stays within its budget, and evicts other objects’ least recently used pages', () => {
  const cache = createPageCache(3 * size);
  for (const number of [1, 2, 3]) cache.set('a', number, page);
  cache.get('a', 1);
  cache.set('b', 1, page);
  expect(cache.bytes).toBe(3 * size);
  expect(cache.get('a', 2)).toBeUndefined();
  expect(cache.get('a', 1)).toBeDefined();
});

it('retains the first pages of an object that exceeds the budget across searches', () => {
  const cache = createPageCache(3 * size);
  let read = 0;
  for (let search = 0; search < 4; search += 1)
    for (let number = 0; number < 5; number += 1)
      if (cache.get('a', number) === undefined) {
        read += 1;
        cache.set('a', number, page);
      }
  expect(read).toBe(5 + 3 * 2);
});
