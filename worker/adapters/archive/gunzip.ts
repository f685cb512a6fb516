/**
 * Unpacks a gzip stream on demand with Node's zlib. DecompressionStream would unpack each packed chunk completely before it returns a byte: 64 KB of
 * a zip bomb become 64 MB. It would also reject files with several gzip members, which `cat a.gz b.gz` produces.
 */

import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

const chunkSize = 64 * 1024;

/** @throws Error with zlib's message when the data is damaged or ends early, or with the source's own error. */
export async function* gunzip(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const unpacked = createGunzip({ chunkSize });
  // An error reaches the reader through `unpacked`; the empty callback keeps it from being raised twice.
  pipeline(Readable.from(packed, { objectMode: true }), unpacked, () => {});
  try {
    yield* unpacked;
  } finally {
    unpacked.destroy();
  }
}

/** Passes chunks through and reports their lengths. */
export async function* countBytes(
  chunks: AsyncIterable<Uint8Array>,
  count: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    count(chunk.length);
    yield chunk;
  }
}
