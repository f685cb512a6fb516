/**
 * Reads at most `maxBytes` of a stream.
 * @returns all bytes; for a longer stream, its first `maxBytes` if `shouldTruncate` is true, otherwise undefined
 */
export async function readBounded(
  stream: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  { shouldTruncate = false }: { readonly shouldTruncate?: boolean } = {},
): Promise<Uint8Array | undefined> {
  if (stream === null) return new Uint8Array();
  const reader = stream.getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const remainingBytes = maxBytes - length;
    if (value.byteLength > remainingBytes) {
      await reader.cancel();
      if (!shouldTruncate) return undefined;
    }
    pieces.push(value.subarray(0, remainingBytes));
    length += Math.min(value.byteLength, remainingBytes);
    if (value.byteLength > remainingBytes) break;
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.byteLength;
  }
  return bytes;
}
