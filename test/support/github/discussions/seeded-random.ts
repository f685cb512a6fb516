/** Generates random numbers that are the same for the same seed (mulberry32, Tommy Ettinger's public-domain generator). */

export interface SeededRandom {
  /** Returns a number from 0 up to but excluding 1. */
  next(): number;
  /** Returns an integer from `min` to `max`, both included. */
  nextInteger(min: number, max: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  /** Returns a shuffled copy. */
  shuffle<Item>(items: readonly Item[]): Item[];
}

export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const nextInteger = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    nextInteger,
    pick: (items) => items[nextInteger(0, items.length - 1)] ?? items[0],
    shuffle(items) {
      const shuffled = items.map((item) => ({ item, sortKey: next() }));
      return shuffled.sort((a, b) => a.sortKey - b.sortKey).map(({ item }) => item);
    },
  };
}
