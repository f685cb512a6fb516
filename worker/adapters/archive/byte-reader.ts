/** Reads a given number of bytes from a stream of chunks. It buffers one chunk, and copies bytes only if a read spans several chunks. */

export interface ByteReader {
  /** Exactly `length` bytes, or fewer when the stream ends earlier. */
  take(length: number): Promise<Uint8Array>;
  /** The next bytes, at least one and at most `maxLength`; undefined at the end. */
  next(maxLength: number): Promise<Uint8Array | undefined>;
}

export function createByteReader(chunks: AsyncIterator<Uint8Array>): ByteReader {
  let rest: Uint8Array = new Uint8Array(0);
  const next = async (maxLength: number): Promise<Uint8Array | undefined> => {
    while (rest.length === 0) {
      const result = await chunks.next();
      if (result.done === true) return undefined;
      rest = result.value;
    }
    const part = rest.subarray(0, maxLength);
    rest = rest.subarray(part.length);
    return part;
  };
  const take = async (length: number): Promise<Uint8Array> => {
    const firstPart = await next(length);
    if (firstPart === undefined || firstPart.length === length) return firstPart ?? new Uint8Array(0);
    const bytes = new Uint8Array(length);
    bytes.set(firstPart);
    let filled = firstPart.length;
    while (filled < length) {
      const part = await next(length - filled);
      if (part === undefined) return bytes.subarray(0, filled);
      bytes.set(part, filled);
      filled += part.length;
    }
    return bytes;
  };
  return { take, next };
}
