/** Valid entries of the stored list are read, and invalid entries are ignored. */
import { expect, test } from 'vitest';
import { parseStoredConversations } from '../../../web/src/lib/features/conversations/listed-conversation.ts';

const entry = {
  id: 'c1',
  repositoryId: 'r1',
  repositoryName: 'parcel',
  title: 'Where are chunks joined?',
  bookmarked: false,
  createdAt: 1,
  askedAt: 2,
};

test('reads stored entries', () => {
  expect(parseStoredConversations(JSON.stringify([entry, { ...entry, id: 'c2' }]))).toEqual([
    entry,
    { ...entry, id: 'c2' },
  ]);
});

test.each([null, '', '{}', '[', '[null, 3, "x", {}]', JSON.stringify([{ ...entry, title: 7 }])])(
  'reads no entries from %s',
  (stored) => expect(parseStoredConversations(stored)).toEqual([]),
);
