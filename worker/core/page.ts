/** Splits a list into pages. A cursor names the last entry of a page by its time and id, so that entries may be added and removed meanwhile. */

export interface Cursor {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly id: string;
}

export interface Page<Entry> {
  readonly entries: readonly Entry[];
  /** Undefined on the last page. */
  readonly next: Cursor | undefined;
}

/**
 * @param list newest first
 * @param request.limit all entries after the cursor if undefined
 * @param toCursor names an entry
 */
export function takePage<Entry>(
  list: readonly Entry[],
  {
    cursor,
    limit = list.length,
  }: { readonly cursor: Cursor | undefined; readonly limit?: number | undefined },
  toCursor: (entry: Entry) => Cursor,
): Page<Entry> {
  const start = cursor === undefined ? 0 : findStart(list.map(toCursor), cursor);
  const entries = list.slice(start, start + limit);
  const last = entries.at(-1);
  const isLast = last === undefined || start + limit >= list.length;
  return { entries, next: isLast ? undefined : toCursor(last) };
}

/** If the entry of the cursor is gone, the page begins with the next older one. */
function findStart(list: readonly Cursor[], { time, id }: Cursor): number {
  const index = list.findIndex((entry) => entry.id === id);
  if (index >= 0) return index + 1;
  const older = list.findIndex((entry) => entry.time < time);
  return older < 0 ? list.length : older;
}
