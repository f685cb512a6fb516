/**
 * Files fetched for a question as one object, from which the fetch stage reads them: a line of JSON that tells paths and sizes, then the
 * bytes one after another. A job cut off begins again from it, without asking the host.
 */

import type { RepositorySource, SourceEntry } from '../../ports/repository-source.ts';
import type { FetchedFile } from './live-fetch.ts';

interface Listed {
  readonly path: string;
  readonly size: number;
}

export function packLive(files: readonly FetchedFile[]): Uint8Array {
  const listed = files.map(({ path, bytes }): Listed => ({ path, size: bytes.byteLength }));
  const head = new TextEncoder().encode(`${JSON.stringify(listed)}\n`);
  const packed = new Uint8Array(listed.reduce((sum, { size }) => sum + size, head.byteLength));
  packed.set(head);
  let at = head.byteLength;
  for (const { bytes } of files) {
    packed.set(bytes, at);
    at += bytes.byteLength;
  }
  return packed;
}

/** @param packed as `packLive` made it */
export function livePackSource(packed: Uint8Array, commit: string): RepositorySource {
  const end = packed.indexOf(10);
  const listed = JSON.parse(new TextDecoder().decode(packed.subarray(0, end))) as readonly Listed[];
  return {
    commit: () => commit,
    async *entries() {
      let at = end + 1;
      for (const { path, size } of listed) {
        const bytes = packed.subarray(at, at + size);
        at += size;
        yield entryOf(path, bytes);
      }
    },
  };
}

function entryOf(path: string, bytes: Uint8Array): SourceEntry {
  return {
    path,
    kind: 'file',
    size: bytes.byteLength,
    linkTarget: undefined,
    specialKind: undefined,
    read: (maxBytes) => Promise.resolve(bytes.byteLength > maxBytes ? undefined : bytes),
  };
}
