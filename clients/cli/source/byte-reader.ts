/** Reads a byte stream by line and by byte count, buffering only the current chunk. */

export interface ByteReader {
  /** Reads up to the next line feed, which is not included; empty when the stream has ended. */
  line(): Promise<string>;
  /** Reads exactly `count` bytes, or fewer at the end of the stream. */
  bytes(count: number): Promise<Uint8Array>;
  /** Reads `count` bytes in pieces as they arrive. */
  pieces(count: number): AsyncGenerator<Uint8Array>;
  skip(count: number): Promise<void>;
}

const lineFeed = 10;

export function createByteReader(stream: AsyncIterable<unknown>): ByteReader {
  const source = stream[Symbol.asyncIterator]();
  let buffered: Uint8Array = new Uint8Array(0);

  const loadChunk = async (): Promise<Uint8Array | undefined> => {
    if (buffered.length > 0) return buffered;
    const next = await source.next();
    if (next.done === true || !(next.value instanceof Uint8Array)) return undefined;
    buffered = next.value;
    return buffered;
  };
  const take = (count: number): Uint8Array => {
    const taken = buffered.subarray(0, count);
    buffered = buffered.subarray(count);
    return taken;
  };

  async function* pieces(count: number): AsyncGenerator<Uint8Array> {
    let remaining = count;
    while (remaining > 0 && (await loadChunk()) !== undefined) {
      const piece = take(remaining);
      remaining -= piece.length;
      yield piece;
    }
  }

  const bytes = async (count: number): Promise<Uint8Array> => {
    const parts: Uint8Array[] = [];
    for await (const piece of pieces(count)) parts.push(piece);
    return Buffer.concat(parts);
  };

  const skip = async (count: number): Promise<void> => {
    const skipped = pieces(count);
    while ((await skipped.next()).done !== true) continue;
  };

  const line = async (): Promise<string> => {
    let text = '';
    for (let piece = await loadChunk(); piece !== undefined; piece = await loadChunk()) {
      const end = piece.indexOf(lineFeed);
      text += Buffer.from(take(end < 0 ? piece.length : end)).toString();
      if (end < 0) continue;
      take(1);
      break;
    }
    return text;
  };

  return { line, bytes, pieces, skip };
}
