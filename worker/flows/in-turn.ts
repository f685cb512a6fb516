/** Lists of what several searches found, as one: the best of each in turn. */

/** The first of each, then the second; what several found stands once, at its best place. */
export function inTurn<Item>(
  lists: readonly (readonly Item[])[],
  keyOf: (item: Item) => number,
): readonly Item[] {
  const longest = Math.max(0, ...lists.map((items) => items.length));
  const places = Array.from({ length: longest }, (_, place) => place);
  return eachOnce(
    places.flatMap((place) => lists.flatMap((items) => items.slice(place, place + 1))),
    keyOf,
  );
}

export function eachOnce<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): readonly Item[] {
  const once = new Map<Key, Item>();
  for (const item of items) if (!once.has(keyOf(item))) once.set(keyOf(item), item);
  return [...once.values()];
}
