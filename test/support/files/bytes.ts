/** Concatenates, streams and compresses bytes for tests that build archives by hand. */

export type Content = string | Uint8Array;

export function toBytes(content: Content): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

export function concat(...parts: readonly Content[]): Uint8Array {
  const pieces = parts.map(toBytes);
  const bytes = new Uint8Array(pieces.reduce((total, piece) => total + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.length;
  }
  return bytes;
}

/** Yields the piece repeatedly without storing it: gigabytes cost only time. */
export async function* repeatPiece(piece: Uint8Array, times: number): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < times; i++) yield piece;
}

export async function* concatStreams(
  ...parts: readonly (Content | AsyncIterable<Uint8Array>)[]
): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (typeof part === 'string' || part instanceof Uint8Array) yield toBytes(part);
    else yield* part;
  }
}

export function toStream(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

export async function compress(
  format: 'gzip' | 'deflate-raw',
  ...parts: readonly (Content | AsyncIterable<Uint8Array>)[]
): Promise<Uint8Array> {
  const compression = new CompressionStream(format);
  const compressed = new Response(compression.readable).arrayBuffer();
  const writer = compression.writable.getWriter();
  for await (const chunk of concatStreams(...parts)) await writer.write(new Uint8Array(chunk));
  await writer.close();
  return new Uint8Array(await compressed);
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  return crc;
});

/** Computes the CRC-32 that gzip and zip use (reflected, polynomial 0xEDB88320). */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0);
  return ~crc >>> 0;
}
