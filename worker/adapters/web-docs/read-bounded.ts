/**
 * Reads at most `maxBytes` of a stream.
 * @returns all bytes; for a longer stream, its first `maxBytes` if `isCut` is true, otherwise undefined
 */
export async function readBounded(
  stream: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  { isCut = false }: { readonly isCut?: boolean } = {},
): Promise<Uint8Array | undefined> {
  if (stream === null) return new Uint8Array();
  const reader = stream.getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const room = maxBytes - length;
    if (value.byteLength > room) {
      await reader.cancel();
      if (!isCut) return undefined;
    }
    pieces.push(value.subarray(0, room));
    length += Math.min(value.byteLength, room);
    if (value.byteLength > room) break;
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.byteLength;
  }
  return bytes;
}
