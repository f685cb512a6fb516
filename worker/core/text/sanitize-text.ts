/** Sanitizes untrusted text, so that it cannot move a terminal's cursor, change its colors or reorder letters. */

/** Control characters except tab and line feed, and bidirectional embeddings, overrides and isolates. */
export const unsafeCharacters = /(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

export function removeUnsafeCharacters(text: string): string {
  return text.replaceAll(unsafeCharacters, '');
}

/** Replaces unsafe characters, tabs and line feeds with U+FFFD. The length stays the same. */
export function sanitizeName(text: string): string {
  return text.replaceAll(unsafeCharacters, '\ufffd').replaceAll(/[\t\n]/g, '\ufffd');
}
