/** Reads a byte stream by line and by count, holding no more than the piece at hand. */

export interface ByteReader {
  /** Up to the next line feed, which is left off; empty when the stream has ended. */
  line(): Promise<string>;
  /** Exactly `count` bytes, or fewer at the end of the stream. */
  bytes(count: number): Promise<Uint8Array>;
  /** The same as it arrives. */
  pieces(count: number): AsyncGenerator<Uint8Array>;
  skip(count: number): Promise<void>;
}

const lineFeed = 10;

export function createByteReader(stream: AsyncIterable<unknown>): ByteReader {
  const source = stream[Symbol.asyncIterator]();
  let held: Uint8Array = new Uint8Array(0);

  const more = async (): Promise<Uint8Array | undefined> => {
    if (held.length > 0) return held;
    const next = await source.next();
    if (next.done === true || !(next.value instanceof Uint8Array)) return undefined;
    held = next.value;
    return held;
  };
  const take = (count: number): Uint8Array => {
    const taken = held.subarray(0, count);
    held = held.subarray(count);
    return taken;
  };

  async function* pieces(count: number): AsyncGenerator<Uint8Array> {
    let left = count;
    while (left > 0 && (await more()) !== undefined) {
      const piece = take(left);
      left -= piece.length;
      yield piece;
    }
  }

  const bytes = async (count: number): Promise<Uint8Array> => {
    const parts: Uint8Array[] = [];
    for await (const piece of pieces(count)) parts.push(piece);
    return Buffer.concat(parts);
  };

  const skip = async (count: number): Promise<void> => {
    const passed = pieces(count);
    while ((await passed.next()).done !== true) continue;
  };

  const line = async (): Promise<string> => {
    let text = '';
    for (let piece = await more(); piece !== undefined; piece = await more()) {
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
