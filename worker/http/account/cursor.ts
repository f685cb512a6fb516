/** Cursors of lists that are ordered by time and id. */

import { AppError } from '../../core/errors.ts';
import { takePage, type Cursor } from '../../core/page.ts';

export function writeCursor({ time, id }: Cursor): string {
  return `${time}.${id}`;
}

/** @throws AppError `invalid_request` */
export function readCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined;
  const [, time, id] = /^(\d{1,15})\.(.{1,100})$/.exec(text) ?? [];
  if (time !== undefined && id !== undefined) return { time: Number(time), id };
  throw new AppError('invalid_request', 'cursor: it is not one that this route has returned.');
}

/**
 * What a list returns: its entries after `cursor`, and `next`. A list that is read from the cursor on needs one entry more than `limit`, so
 * that `next` is null on the last page.
 * @throws AppError `invalid_request`
 */
export function readPage<Entry>(
  list: readonly Entry[],
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
  toCursor: (entry: Entry) => Cursor,
): { readonly entries: readonly Entry[]; readonly next: string | null } {
  const { entries, next } = takePage(list, { cursor: readCursor(cursor), limit }, toCursor);
  return { entries, next: next === undefined ? null : writeCursor(next) };
}

/** The cursor of what has an id and the time of its creation. */
export function toCursor({ id, createdAt }: { readonly id: string; readonly createdAt: number }): Cursor {
  return { time: createdAt, id };
}
