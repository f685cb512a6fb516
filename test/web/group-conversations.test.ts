/** Conversations by date: the days are the viewer's, each conversation stands under one heading, the order is kept. */
import { array, assert, boolean, integer, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupConversations } from '../../web/src/lib/features/conversations/group-conversations.ts';

const now = new Date(2026, 10, 22, 9, 30);

/** A time of the viewer's calendar, as `2026-11-22T09:29`. */
function at(local: string): number {
  return new Date(local).getTime();
}

function labelOf(askedAt: number, bookmarked = false): string | undefined {
  return groupConversations([{ askedAt, bookmarked }], now)[0]?.label;
}

describe('a conversation stands', () => {
  test.each([
    ['Today', at('2026-11-22T09:29')],
    ['Today', at('2026-11-22T00:00')],
    ['Yesterday', at('2026-11-21T23:59')],
    ['Yesterday', at('2026-11-21T00:00')],
    ['Previous 7 days', at('2026-11-20T23:59')],
    ['Previous 7 days', at('2026-11-15T00:00')],
    ['Previous 30 days', at('2026-11-14T23:59')],
    ['Previous 30 days', at('2026-10-23T00:00')],
    ['October 2026', at('2026-10-22T23:59')],
    ['December 2025', at('2025-12-31T23:59')],
  ])('under %s', (label, askedAt) => expect(labelOf(askedAt)).toBe(label));

  test('under Today when the clock that wrote it ran ahead', () =>
    expect(labelOf(at('2026-11-23T12:00'))).toBe('Today'));

  test('under Bookmarked, however old', () =>
    expect(labelOf(at('2020-01-01T12:00'), true)).toBe('Bookmarked'));
});

const listed = array(
  record({
    askedAt: integer({ min: at('2024-01-01T12:00'), max: now.getTime() }),
    bookmarked: boolean(),
  }),
  { maxLength: 60 },
).map((entries) => entries.toSorted((one, other) => other.askedAt - one.askedAt));

test('the groups hold every conversation once, each group in the order of the list, no group empty', () => {
  assert(
    property(listed, (conversations) => {
      const groups = groupConversations(conversations, now);
      const places = groups.map((group) => group.conversations.map((one) => conversations.indexOf(one)));
      expect(new Set(groups.map(({ label }) => label)).size).toBe(groups.length);
      expect(places.every((group) => group.length > 0)).toBe(true);
      expect(places.flat().toSorted((one, other) => one - other)).toEqual([...conversations.keys()]);
      for (const group of places) expect(group).toEqual(group.toSorted((one, other) => one - other));
      const dated = groups
        .filter(({ label }) => label !== 'Bookmarked')
        .flatMap((group) => group.conversations);
      expect(dated).toEqual(conversations.filter(({ bookmarked }) => !bookmarked));
    }),
  );
});
