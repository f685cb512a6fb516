/** The stored list is read as far as it is one; nothing in the storage keeps the app from starting. */
import { expect, test } from 'vitest';
import { readListed } from '../../web/src/lib/features/conversations/read-listed.ts';

const entry = {
  id: 'c1',
  repositoryId: 'r1',
  repositoryName: 'parcel',
  title: 'Where are chunks joined?',
  bookmarked: false,
  createdAt: 1,
  askedAt: 2,
};

test('entries are read as they were stored', () => {
  expect(readListed(JSON.stringify([entry, { ...entry, id: 'c2' }]))).toEqual([
    entry,
    { ...entry, id: 'c2' },
  ]);
});

test.each([null, '', '{}', '[', '[null, 3, "x", {}]', JSON.stringify([{ ...entry, title: 7 }])])(
  '%s holds none',
  (stored) => expect(readListed(stored)).toEqual([]),
);
