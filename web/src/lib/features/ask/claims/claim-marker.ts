/**
 * Marks the ends of claims in the text of an answer, so that the whole text is parsed as one Markdown document. A marker consists of
 * characters for private use, which are removed from the answer first, so that no text can imitate one. Pure.
 */

const start = '\uE000';
const end = '\uE001';
const marker = /\uE000([\w-]{1,64})\uE001/g;

export const claimMarker = new RegExp(`^${marker.source}`);

export function markClaimEnd(id: string): string {
  return `${start}${id}${end}`;
}

/** Replaces the characters of markers in the text of an answer. Positions in the text do not change. */
export function withoutMarkerCharacters(text: string): string {
  return text.replaceAll(/[\uE000\uE001]/g, '\uFFFD');
}

/** Separates text, such as code that is cut in two, from the markers within it. */
export function extractMarkers(text: string): { readonly text: string; readonly ids: readonly string[] } {
  if (!text.includes(start)) return { text, ids: [] };
  return { text: text.replaceAll(marker, ''), ids: Array.from(text.matchAll(marker), ([, id = '']) => id) };
}
