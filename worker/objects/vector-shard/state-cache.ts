/**
 * Caches unpacked entries of snapshots between searches, for all objects of an isolate, within a shared budget. The least recently used
 * entries are evicted first. Entries over the budget are not cached, and each search unpacks them again.
 */

import type { StateEntries } from './state-entries.ts';

interface StateCache {
  get(object: string, state: string): StateEntries | undefined;
  set(object: string, state: string, entries: StateEntries): void;
  /** Removes all entries of an object. */
  drop(object: string): void;
  readonly bytes: number;
}

/** Overhead of a path: its string and array element. Each character of nearly every path adds one byte. */
const bytesPerPath = 24;

export function createStateCache(maxBytes: number): StateCache {
  /** In the order of their last use. */
  const states = new Map<string, { readonly entries: StateEntries; readonly size: number }>();
  let bytes = 0;
  const remove = (name: string): void => {
    bytes -= states.get(name)?.size ?? 0;
    states.delete(name);
  };
  return {
    get(object, state) {
      const name = `${object} ${state}`;
      const found = states.get(name);
      if (found === undefined) return undefined;
      states.delete(name);
      states.set(name, found);
      return found.entries;
    },
    set(object, state, entries) {
      const name = `${object} ${state}`;
      remove(name);
      const size = entriesSize(entries);
      if (size > maxBytes) return;
      for (const oldest of states.keys()) {
        if (bytes + size <= maxBytes) break;
        remove(oldest);
      }
      states.set(name, { entries, size });
      bytes += size;
    },
    drop(object) {
      for (const name of states.keys()) if (name.startsWith(`${object} `)) remove(name);
    },
    get bytes() {
      return bytes;
    },
  };
}

function entriesSize({ keys, files, paths, rows, slots, modalities }: StateEntries): number {
  const columns = [keys, files, rows, slots, modalities].reduce((sum, column) => sum + column.byteLength, 0);
  return paths.reduce((sum, path) => sum + bytesPerPath + path.length, columns);
}
