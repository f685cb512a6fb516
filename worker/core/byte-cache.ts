/**
 * Caches values that never change, within a budget in bytes that all users of the isolate share. The least recently used values are evicted
 * first. A key must state everything that the value depends on, such as shard, snapshot and generation, because nothing is ever updated.
 */

export interface ByteCache<Value> {
  get(key: string): Value | undefined;
  /** Stores a value. A value that exceeds the whole budget is not stored. @param bytes size of the key and of everything that only the value keeps in memory */
  set(key: string, value: Value, bytes: number): void;
  clear(): void;
  /** Size of all cached values. */
  readonly bytes: number;
}

export function createByteCache<Value>(maxBytes: number): ByteCache<Value> {
  /** In the order of their last use. */
  const entries = new Map<string, { readonly value: Value; readonly bytes: number }>();
  let total = 0;
  const remove = (key: string): void => {
    total -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, bytes) {
      remove(key);
      if (bytes > maxBytes) return;
      for (const oldest of entries.keys()) {
        if (total + bytes <= maxBytes) break;
        remove(oldest);
      }
      entries.set(key, { value, bytes });
      total += bytes;
    },
    clear() {
      entries.clear();
      total = 0;
    },
    get bytes() {
      return total;
    },
  };
}

const oneBytePattern = /^[\0-\xff]*$/;

/** Memory of a string's characters: V8 stores one byte for each, or two if any character is outside Latin-1. */
export function stringBytes(text: string): number {
  return oneBytePattern.test(text) ? text.length : text.length * 2;
}
