/**
 * Bytes of a page to text. What counts: a byte order mark, then the `content-type` header, then the page's own `meta`; UTF-8 where
 * none of them names an encoding that is known. Bytes that cannot be read become U+FFFD: a page is never refused for them.
 */

/** Of a page, where its `meta charset` must stand (https://html.spec.whatwg.org/#concept-encoding-extract). */
const metaBytes = 1_024;
const marks: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

export function decodePage(bytes: Uint8Array, contentType: string): string {
  const marked = marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0];
  const label = marked ?? charsetOf(contentType) ?? charsetOf(startOf(bytes)) ?? 'utf-8';
  return decoderOf(label).decode(bytes);
}

function charsetOf(text: string): string | undefined {
  return /charset\s*=\s*["']?\s*([\w:-]{1,40})/i.exec(text)?.[1];
}

/** The `meta` elements at a page's beginning, or the declaration of XML. */
function startOf(bytes: Uint8Array): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, metaBytes));
  const declared = /^<\?xml[^>]{0,200}encoding\s*=\s*["']([\w-]{1,40})/i.exec(start)?.[1];
  if (declared !== undefined) return `charset=${declared}`;
  return [...start.matchAll(/<meta\b[^>]{0,300}/gi)].map(([meta]) => meta).join(' ');
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
