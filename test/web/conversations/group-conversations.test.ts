/** Conversations are grouped by local date, each in one group and in list order, and filtered by typed words. */
import { array, assert, boolean, integer, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  groupConversations,
  findConversations,
} from '../../../web/src/lib/features/conversations/group-conversations.ts';

const now = new Date(2026, 10, 22, 9, 30);

/** A local time such as `2026-11-22T09:29`. */
function localTime(local: string): number {
  return new Date(local).getTime();
}

function labelFor(askedAt: number, bookmarked = false): string | undefined {
  return groupConversations([{ askedAt, bookmarked }], now)[0]?.label;
}

describe('groupConversations puts a conversation', () => {
  test.each([
    ['Today', localTime('2026-11-22T09:29')],
    ['Today', localTime('2026-11-22T00:00')],
    ['Yesterday', localTime('2026-11-21T23:59')],
    ['Yesterday', localTime('2026-11-21T00:00')],
    ['Previous 7 days', localTime('2026-11-20T23:59')],
    ['Previous 7 days', localTime('2026-11-15T00:00')],
    ['Previous 30 days', localTime('2026-11-14T23:59')],
    ['Previous 30 days', localTime('2026-10-23T00:00')],
    ['October 2026', localTime('2026-10-22T23:59')],
    ['December 2025', localTime('2025-12-31T23:59')],
  ])('under %s', (label, askedAt) => expect(labelFor(askedAt)).toBe(label));

  test('under Today if its last question is in the future', () =>
    expect(labelFor(localTime('2026-11-23T12:00'))).toBe('Today'));

  test('under Bookmarked at any age', () =>
    expect(labelFor(localTime('2020-01-01T12:00'), true)).toBe('Bookmarked'));
});

const listedConversations = array(
  record({
    askedAt: integer({ min: localTime('2024-01-01T12:00'), max: now.getTime() }),
    bookmarked: boolean(),
  }),
  { maxLength: 60 },
).map((entries) => entries.toSorted((a, b) => b.askedAt - a.askedAt));

test('groups contain every conversation once and in list order, and no group is empty', () => {
  assert(
    property(listedConversations, (conversations) => {
      const groups = groupConversations(conversations, now);
      const indexes = groups.map((group) =>
        group.conversations.map((conversation) => conversations.indexOf(conversation)),
      );
      expect(new Set(groups.map(({ label }) => label)).size).toBe(groups.length);
      expect(indexes.every((group) => group.length > 0)).toBe(true);
      expect(indexes.flat().toSorted((a, b) => a - b)).toEqual([...conversations.keys()]);
      for (const group of indexes) expect(group).toEqual(group.toSorted((a, b) => a - b));
      const dated = groups
        .filter(({ label }) => label !== 'Bookmarked')
        .flatMap((group) => group.conversations);
      expect(dated).toEqual(conversations.filter(({ bookmarked }) => !bookmarked));
    }),
  );
});

const titledConversations = [
  { title: 'Where are chunks joined?', repositoryName: 'parcel' },
  { title: 'How is an upload checked?', repositoryName: 'parcel' },
  { title: 'Where are chunks cut?', repositoryName: 'harbour' },
];

test.each([
  ['', [0, 1, 2]],
  ['   ', [0, 1, 2]],
  ['CHUNKS', [0, 2]],
  ['parcel chunks', [0]],
  ['chunks harb', [2]],
  ['satellite', []],
])('finds the conversations for “%s”', (searchText, matches) => {
  expect(findConversations(titledConversations, searchText)).toEqual(
    matches.map((index) => titledConversations[index]),
  );
});
