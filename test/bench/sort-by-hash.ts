import { createHash } from 'node:crypto';

/** Sorts by the SHA-256 of each key: a thorough mix that is the same on every run. */
export function sortByHash<T>(things: readonly T[], getKey: (thing: T) => string): T[] {
  const hashed = things.map((thing) => ({
    thing,
    hash: createHash('sha256').update(getKey(thing)).digest('hex'),
  }));
  return hashed.sort((left, right) => (left.hash < right.hash ? -1 : 1)).map(({ thing }) => thing);
}
