/** A conversation that begins while the account's list loads stays listed. */
import { expect, it } from 'vitest';
import { addBegun } from '../../../web/src/lib/features/account/conversations/add-begun.ts';
import type { ListedConversation } from '../../../web/src/lib/features/conversations/listed-conversation.ts';

const openedAt = 1_000;
const listed = (id: string, changes: Partial<ListedConversation> = {}): ListedConversation => ({
  id,
  repositoryId: 'r',
  repositoryName: 'acme/r',
  title: id,
  bookmarked: false,
  createdAt: 100,
  askedAt: 100,
  ...changes,
});

it('keeps what began on this page, most recently asked first', () => {
  const begun = listed('begun', { createdAt: 2_000, askedAt: 2_000 });
  expect(addBegun([listed('earlier')], [begun], openedAt)).toEqual([begun, listed('earlier')]);
});

it('drops what the server no longer lists', () => {
  expect(addBegun([], [listed('removed')], openedAt)).toEqual([]);
});

it('takes the title and the bookmark of the server, and the time of a later question', () => {
  const stored = listed('a', { title: 'First question', bookmarked: true });
  const shown = listed('a', { title: 'Follow-up', createdAt: 2_000, askedAt: 2_000 });
  expect(addBegun([listed('b', { askedAt: 500 }), stored], [shown], openedAt)).toEqual([
    { ...stored, askedAt: 2_000 },
    listed('b', { askedAt: 500 }),
  ]);
});
