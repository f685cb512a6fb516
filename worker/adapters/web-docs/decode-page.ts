/**
 * Decodes a page. The encoding comes from a byte order mark, the `content-type` header or the page's `meta`, in this order, or else is UTF-8.
 * Invalid bytes become U+FFFD; a page is never rejected because of them.
 */

/** `meta charset` must be within this many bytes from the start (https://html.spec.whatwg.org/#concept-encoding-extract). */
const metaBytes = 1_024;
const byteOrderMarks: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

export function decodePage(bytes: Uint8Array, contentType: string): string {
  const markedEncoding = byteOrderMarks.find(([, mark]) =>
    mark.every((byte, index) => bytes[index] === byte),
  )?.[0];
  const label = markedEncoding ?? findCharset(contentType) ?? findCharset(readDeclaration(bytes)) ?? 'utf-8';
  return createDecoder(label).decode(bytes);
}

function findCharset(text: string): string | undefined {
  return /charset\s*=\s*["']?\s*([\w:-]{1,40})/i.exec(text)?.[1];
}

/** Returns the `meta` elements at the start of a page, or its XML declaration. */
function readDeclaration(bytes: Uint8Array): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, metaBytes));
  const declaredEncoding = /^<\?xml[^>]{0,200}encoding\s*=\s*["']([\w-]{1,40})/i.exec(start)?.[1];
  if (declaredEncoding !== undefined) return `charset=${declaredEncoding}`;
  return [...start.matchAll(/<meta\b[^>]{0,300}/gi)].map(([meta]) => meta).join(' ');
}

function createDecoder(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
