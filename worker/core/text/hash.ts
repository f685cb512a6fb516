/** Computes content hashes: SHA-256 of the exact bytes, in lower-case hex. */

const encoder = new TextEncoder();

/** The hash of the bytes, or of the text's UTF-8. */
export async function sha256(content: Uint8Array | string): Promise<string> {
  const bytes = typeof content === 'string' ? encoder.encode(content) : content;
  const digest = await crypto.subtle.digest('SHA-256', bytes as BufferSource);
  return toHex(new Uint8Array(digest));
}

const hexBytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function toHex(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) hex += hexBytes[byte] ?? '';
  return hex;
}
