/** Names like the one asked for are taken from a refusal as far as they are names. */
import { expect, test } from 'vitest';
import { nearestNames } from '../../../../worker/contract/graph/client.ts';

test('of a name that is not there', () => {
  const nearest = [{ name: 'run', path: 'a.py' }, { name: 4 }, null, 'run'];
  expect(nearestNames({ code: 'symbol_not_found', details: { nearest } })).toEqual([
    { name: 'run', path: 'a.py' },
  ]);
  expect(nearestNames({ code: 'symbol_not_found' })).toEqual([]);
});

test('any other refusal tells none', () => {
  expect(nearestNames({ code: 'file_not_found', details: { nearest: [] } })).toBeNull();
});
