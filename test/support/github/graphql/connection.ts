/** Implements connections of the Relay specification. As on GitHub, a cursor contains the sort key of its item, so new items do not shift a page. */

import type { Arguments, Fields } from './fields.ts';
import { readNumber, readText } from './fields.ts';
import { refuse } from './refusals.ts';

interface ConnectionSource<Item> {
  readonly items: readonly Item[];
  /** Key in a cursor, unique to the item. */
  readonly key: (item: Item) => string;
  /** Whether an item comes after a key. Without this function, the item of the key must still exist. */
  readonly isAfter?: (item: Item, key: string) => boolean;
  readonly node: (item: Item) => unknown;
}

/** Returns the page of a list that `first`, `last`, `after` and `before` select. */
export function connection<Item>(source: ConnectionSource<Item>, args: Arguments): Fields {
  const { items, key } = source;
  const begin = findPosition(source, readText(args, 'after')) ?? 0;
  const before = findPosition(source, readText(args, 'before'));
  const end = before === undefined ? items.length : Math.max(begin, before - 1);
  const first = readNumber(args, 'first');
  const last = readNumber(args, 'last');
  const stop = first === undefined ? end : Math.min(end, begin + first);
  const start = first === undefined && last !== undefined ? Math.max(begin, end - last) : begin;
  const pageItems = items.slice(start, stop);
  const cursors = pageItems.map((item) => encodeCursor(key(item)));
  return {
    totalCount: items.length,
    filteredCount: items.length,
    pageCount: pageItems.length,
    nodes: () => pageItems.map(source.node),
    edges: () => pageItems.map((item, index) => ({ cursor: cursors[index], node: source.node(item) })),
    pageInfo: {
      hasNextPage: stop < items.length,
      hasPreviousPage: start > 0,
      startCursor: cursors[0] ?? null,
      endCursor: cursors.at(-1) ?? null,
    },
  };
}

/** Returns a connection over a list whose order never changes. The key of an item is its position. */
export const inOrder = <Item>(
  items: readonly Item[],
  args: Arguments,
  node: (item: Item) => unknown,
): Fields =>
  connection(
    {
      items: items.map((item, position) => ({ item, position })),
      key: ({ position }) => String(position),
      node: ({ item }) => node(item),
    },
    args,
  );

function findPosition<Item>(
  { items, key, isAfter }: ConnectionSource<Item>,
  cursor: string | undefined,
): number | undefined {
  if (cursor === undefined) return undefined;
  const requested = decodeCursor(cursor);
  const index = items.findIndex((item) => key(item) === requested);
  if (index !== -1) return index + 1;
  if (isAfter === undefined) throw invalidCursor(cursor);
  const next = items.findIndex((item) => isAfter(item, requested));
  return next === -1 ? items.length : next;
}

const prefix = 'cursor:v2:';

export const encodeCursor = (key: string): string => Buffer.from(`${prefix}${key}`).toString('base64');

/** @throws GraphQLError for a cursor that this server did not issue */
export function decodeCursor(cursor: string): string {
  const decoded = Buffer.from(cursor, 'base64').toString('utf8');
  if (!decoded.startsWith(prefix)) throw invalidCursor(cursor);
  return decoded.slice(prefix.length);
}

export const invalidCursor = (cursor: string): Error =>
  refuse('INVALID_CURSOR_ARGUMENTS', `\`${cursor}\` does not appear to be a valid cursor.`);
