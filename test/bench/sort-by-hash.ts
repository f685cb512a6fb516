import { createHash } from 'node:crypto';

/** Sorts by the SHA-256 of each key, which shuffles the list the same way on every run. */
export function sortByHash<T>(items: readonly T[], getKey: (item: T) => string): T[] {
  const hashed = items.map((item) => ({
    item,
    hash: createHash('sha256').update(getKey(item)).digest('hex'),
  }));
  return hashed.sort((left, right) => (left.hash < right.hash ? -1 : 1)).map(({ item }) => item);
}
