/** Updates lists of items with ids a few at a time. Pure. */

interface Identified {
  readonly id: string;
}

/** The items that are still needed, unchanged. */
export function retainItems<Item extends Identified>(
  items: readonly Item[],
  needed: readonly Identified[],
): Item[] {
  const ids = new Set(needed.map(({ id }) => id));
  return items.filter(({ id }) => ids.has(id));
}

/** The needed items that are not in the list yet. */
export function newItems<Item extends Identified>(
  items: readonly Identified[],
  needed: readonly Item[],
): Item[] {
  const ids = new Set(items.map(({ id }) => id));
  return needed.filter(({ id }) => !ids.has(id));
}

/** Replaces items with the same id, and appends the others. */
export function upsertItems<Item extends Identified>(items: readonly Item[], some: readonly Item[]): Item[] {
  const changed = new Map(some.map((item) => [item.id, item]));
  return [...items.map((item) => changed.get(item.id) ?? item), ...newItems(items, some)];
}
