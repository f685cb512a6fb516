/** Lists of things with ids, changed some at a time. Pure. */

interface Known {
  readonly id: string;
}

/** Those that are wanted still, as they are. */
export function keepKnown<Item extends Known>(items: readonly Item[], wanted: readonly Known[]): Item[] {
  const ids = new Set(wanted.map(({ id }) => id));
  return items.filter(({ id }) => ids.has(id));
}

/** Those of the wanted that are not there yet. */
export function missingIn<Item extends Known>(items: readonly Known[], wanted: readonly Item[]): Item[] {
  const ids = new Set(items.map(({ id }) => id));
  return wanted.filter(({ id }) => !ids.has(id));
}

/** Each in the place of the one with its id, else at the end. */
export function withAll<Item extends Known>(items: readonly Item[], some: readonly Item[]): Item[] {
  const changed = new Map(some.map((item) => [item.id, item]));
  return [...items.map((item) => changed.get(item.id) ?? item), ...missingIn(items, some)];
}
