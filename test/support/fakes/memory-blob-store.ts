/** A blob store in memory, which serves as the executable specification of the port. */

import { AppError } from '../../../worker/core/errors.ts';
import type { BlobStore } from '../../../worker/ports/blob-store.ts';
import { concat, toStream } from '../files/bytes.ts';

export function createMemoryBlobStore(): BlobStore {
  const blobs = new Map<string, Uint8Array>();
  return {
    async putStream(key, body, { maxBytes, onBegin }) {
      await onBegin?.(`upload of ${key}`);
      const parts: Uint8Array[] = [];
      let size = 0;
      for await (const part of body.values({ preventCancel: true })) {
        size += part.length;
        if (size > maxBytes) {
          throw new AppError('upload_too_large', `The upload exceeds ${maxBytes} bytes.`, {
            details: { maxBytes },
          });
        }
        parts.push(part.slice());
      }
      blobs.set(key, concat(...parts));
      return size;
    },
    abortStream: () => Promise.resolve(),
    async put(key, bytes) {
      blobs.set(key, bytes.slice());
    },
    async get(key, range) {
      const blob = blobs.get(key);
      return range === undefined ? blob?.slice() : blob?.slice(range.offset, range.offset + range.length);
    },
    async open(key) {
      const blob = blobs.get(key);
      return blob && { body: toStream(splitBytes(blob)), size: blob.length };
    },
    async removeAll(prefix) {
      for (const key of blobs.keys()) if (key.startsWith(prefix)) blobs.delete(key);
    },
  };
}

/** Splits bytes into pieces, as object storage does when it sends a body. */
async function* splitBytes(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const pieceBytes = 64 * 1024;
  for (let offset = 0; offset < bytes.length; offset += pieceBytes)
    yield bytes.slice(offset, offset + pieceBytes);
}
