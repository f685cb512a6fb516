/**
 * A stream of gzip bytes in, the unpacked bytes out, as they are asked for. zlib is used through Node's interface rather
 * than DecompressionStream because that unpacks each packed chunk whole before it hands on a byte (64 KB of a bomb make
 * 64 MB), and takes a file of several gzip members, as `pigz` and `cat a.gz b.gz` make, for a damaged one.
 */

import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

const chunkSize = 64 * 1024;

/** @throws Error with zlib's message when the data is damaged or ends early, or with the source's own error. */
export async function* gunzip(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const unpacked = createGunzip({ chunkSize });
  // An error reaches the reader through `unpacked`; the callback only keeps it from being raised twice.
  pipeline(Readable.from(packed, { objectMode: true }), unpacked, () => {});
  try {
    yield* unpacked;
  } finally {
    unpacked.destroy();
  }
}
