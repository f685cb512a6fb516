/** A repository source with its entries in memory. */

import type { RepositorySource, SourceEntry } from '../../../worker/ports/repository-source.ts';
import { toBytes, type Content } from '../files/bytes.ts';

export type MemoryEntry = Partial<Omit<SourceEntry, 'path'>> & { readonly content?: Content };

/** @param entries entries by path; a string or bytes alone is the content of a file */
export function createMemoryRepositorySource(
  entries: Iterable<readonly [path: string, entry: Content | MemoryEntry]>,
): RepositorySource {
  const sourceEntries = [...entries].map(([path, entry]) =>
    toEntry(path, isContent(entry) ? { content: entry } : entry),
  );
  return {
    commit: () => undefined,
    async *entries() {
      yield* sourceEntries;
    },
  };
}

function toEntry(path: string, { content = '', ...overrides }: MemoryEntry): SourceEntry {
  const bytes = toBytes(content);
  return {
    path,
    kind: 'file',
    size: bytes.length,
    linkTarget: undefined,
    specialKind: undefined,
    read: async (maxBytes) => (bytes.length > maxBytes ? undefined : bytes),
    ...overrides,
  };
}

function isContent(entry: Content | MemoryEntry): entry is Content {
  return typeof entry === 'string' || entry instanceof Uint8Array;
}
