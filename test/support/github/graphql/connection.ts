/** Connections by the Relay specification, as on GitHub: a cursor contains the sort key of its item, so that new items do not shift a page. */

import type { Arguments, Fields } from './fields.ts';
import { numberAt, readText } from './fields.ts';
import { refuse } from './refusals.ts';

export interface Listed<Item> {
  readonly items: readonly Item[];
  /** Key in a cursor, unique to the item. */
  readonly key: (item: Item) => string;
  /** Whether an item comes after a key. Without this function, the item of the key must still exist. */
  readonly isAfter?: (item: Item, key: string) => boolean;
  readonly node: (item: Item) => unknown;
}

/** Returns the part of a list that `first`, `last`, `after` and `before` select. */
export function connection<Item>(listed: Listed<Item>, args: Arguments): Fields {
  const { items, key } = listed;
  const begin = findPosition(listed, readText(args, 'after')) ?? 0;
  const before = findPosition(listed, readText(args, 'before'));
  const end = before === undefined ? items.length : Math.max(begin, before - 1);
  const first = numberAt(args, 'first');
  const last = numberAt(args, 'last');
  const stop = first === undefined ? end : Math.min(end, begin + first);
  const start = first === undefined && last !== undefined ? Math.max(begin, end - last) : begin;
  const shown = items.slice(start, stop);
  const cursors = shown.map((item) => encodeCursor(key(item)));
  return {
    totalCount: items.length,
    filteredCount: items.length,
    pageCount: shown.length,
    nodes: () => shown.map(listed.node),
    edges: () => shown.map((item, at) => ({ cursor: cursors[at], node: listed.node(item) })),
    pageInfo: {
      hasNextPage: stop < items.length,
      hasPreviousPage: start > 0,
      startCursor: cursors[0] ?? null,
      endCursor: cursors.at(-1) ?? null,
    },
  };
}

/** A list in an order that never changes, with the position of an item as its key. */
export const inOrder = <Item>(
  items: readonly Item[],
  args: Arguments,
  node: (item: Item) => unknown,
): Fields =>
  connection(
    {
      items: items.map((item, at) => ({ item, at })),
      key: ({ at }) => String(at),
      node: ({ item }) => node(item),
    },
    args,
  );

function findPosition<Item>(
  { items, key, isAfter }: Listed<Item>,
  cursor: string | undefined,
): number | undefined {
  if (cursor === undefined) return undefined;
  const requested = decodeCursor(cursor);
  const at = items.findIndex((item) => key(item) === requested);
  if (at !== -1) return at + 1;
  if (isAfter === undefined) throw invalidCursor(cursor);
  const next = items.findIndex((item) => isAfter(item, requested));
  return next === -1 ? items.length : next;
}

const prefix = 'cursor:v2:';

export const encodeCursor = (key: string): string => Buffer.from(`${prefix}${key}`).toString('base64');

/** @throws GraphQLError for a cursor that this server did not issue */
export function decodeCursor(cursor: string): string {
  const read = Buffer.from(cursor, 'base64').toString('utf8');
  if (!read.startsWith(prefix)) throw invalidCursor(cursor);
  return read.slice(prefix.length);
}

export const invalidCursor = (cursor: string): Error =>
  refuse('INVALID_CURSOR_ARGUMENTS', `\`${cursor}\` does not appear to be a valid cursor.`);
