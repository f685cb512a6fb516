/** An order that mixes things thoroughly and is the same each time: by the SHA-256 of their key. */

import { createHash } from 'node:crypto';

export function sortByHash<T>(things: readonly T[], keyOf: (thing: T) => string): T[] {
  const hashed = things.map((thing) => ({
    thing,
    hash: createHash('sha256').update(keyOf(thing)).digest('hex'),
  }));
  return hashed.sort((left, right) => (left.hash < right.hash ? -1 : 1)).map(({ thing }) => thing);
}
