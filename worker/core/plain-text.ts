/**
 * Text of strangers as it is safe to show: without what moves a terminal's cursor, changes its colours, or turns the order of
 * letters round. Line feeds and tabs stay; a carriage return goes.
 */

/** Controls but tab and line feed; embeddings, overrides and isolates of writing direction. */
export const unsafeCharacters = /(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

export function plainText(text: string): string {
  return text.replaceAll(unsafeCharacters, '');
}

/** The same of a name, on one line and as long as it was: a replacement character stands for what is not shown. */
export function plainName(text: string): string {
  return text.replaceAll(unsafeCharacters, '\ufffd').replaceAll(/[\t\n]/g, '\ufffd');
}
