/** Closest matches in a `symbol_not_found` problem. */
import { expect, test } from 'vitest';
import { nearestNames } from '../../../../worker/contract/graph/client.ts';

test('nearestNames returns the valid entries', () => {
  const nearest = [{ name: 'run', path: 'a.py' }, { name: 4 }, null, 'run'];
  expect(nearestNames({ code: 'symbol_not_found', details: { nearest } })).toEqual([
    { name: 'run', path: 'a.py' },
  ]);
  expect(nearestNames({ code: 'symbol_not_found' })).toEqual([]);
});

test('nearestNames returns null for other problems', () => {
  expect(nearestNames({ code: 'file_not_found', details: { nearest: [] } })).toBeNull();
});
