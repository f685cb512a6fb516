/** Implements the `BlobStore` port with R2. Uploads a stream of unknown length in parts, because R2's `put` needs the length. */

import { AppError } from '../../core/errors.ts';
import type { BlobStore, StreamOptions } from '../../ports/blob-store.ts';

/** R2's minimum part size; all parts but the last must have the same size: https://developers.cloudflare.com/r2/objects/multipart-objects/ */
const partBytes = 5 * 1024 * 1024;
const keysPerDelete = 1000;

export function createR2BlobStore(bucket: R2Bucket): BlobStore {
  return {
    putStream: (key, body, options) => putInParts(bucket, { key, ...options }, body),
    async abortStream(key, upload) {
      // R2 fails for an upload that was completed or aborted before. It aborts any other upload itself after seven days.
      await bucket
        .resumeMultipartUpload(key, upload)
        .abort()
        .catch(() => undefined);
    },
    async put(key, bytes) {
      await bucket.put(key, bytes);
    },
    async get(key, range) {
      const object = await bucket.get(key, range === undefined ? {} : { range });
      return object === null ? undefined : new Uint8Array(await object.arrayBuffer());
    },
    async open(key) {
      const object = await bucket.get(key);
      return object === null ? undefined : { body: object.body, size: object.size };
    },
    async removeAll(prefix) {
      for (;;) {
        const page = await bucket.list({ prefix, limit: keysPerDelete });
        if (page.objects.length > 0) await bucket.delete(page.objects.map((object) => object.key));
        if (!page.truncated) return;
      }
    },
  };
}

async function putInParts(
  bucket: R2Bucket,
  { key, maxBytes, onBegin }: StreamOptions & { readonly key: string },
  body: ReadableStream<Uint8Array>,
): Promise<number> {
  const upload = await bucket.createMultipartUpload(key);
  try {
    await onBegin?.(upload.uploadId);
    const parts: R2UploadedPart[] = [];
    let size = 0;
    for await (const part of splitIntoParts(partBytes, body)) {
      size += part.byteLength;
      if (size > maxBytes) throw tooLargeError(maxBytes);
      parts.push(await upload.uploadPart(parts.length + 1, part));
    }
    if (parts.length === 0) parts.push(await upload.uploadPart(1, new Uint8Array(0)));
    await upload.complete(parts);
    return size;
  } catch (error) {
    await upload.abort().catch(() => undefined);
    throw error;
  }
}

function tooLargeError(maxBytes: number): AppError {
  return new AppError(
    'upload_too_large',
    `The upload is larger than ${maxBytes} bytes, which is the limit.`,
    { details: { maxBytes } },
  );
}

/** Splits the stream into parts of exactly `length` bytes; the last part may be shorter. */
async function* splitIntoParts(length: number, body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  let part = new Uint8Array(length);
  let filled = 0;
  // A canceled body cannot be discarded later, which the local server needs: see `discardBody`.
  for await (const piece of body.values({ preventCancel: true })) {
    for (let start = 0; start < piece.byteLength;) {
      const bytes = piece.subarray(start, start + length - filled);
      part.set(bytes, filled);
      filled += bytes.byteLength;
      start += bytes.byteLength;
      if (filled < length) continue;
      yield part;
      part = new Uint8Array(length);
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}
