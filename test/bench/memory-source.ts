/** Files held in memory as a source to index, so that what is measured is the server. */

import type { PackEntry, PackSource } from '../../clients/cli/source/pack-source.ts';
import { fileEntry } from '../../clients/cli/source/read-files.ts';

export interface MemoryFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export function memorySource(name: string, files: readonly MemoryFile[]): PackSource {
  return {
    defaultName: name,
    ref: undefined,
    commit: undefined,
    description: 'files in memory',
    notes: [],
    leftOut: [],
    total: files.length,
    entries: async function* (): AsyncGenerator<PackEntry> {
      for (const { path, bytes } of files) {
        yield fileEntry({ path, size: bytes.length, mode: 0o644, content: () => whole(bytes) });
      }
    },
  };
}

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
}
