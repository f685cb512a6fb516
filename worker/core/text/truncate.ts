/** Truncates to at most `maxLength` UTF-16 units; a truncated text ends with an ellipsis. */
export function truncate(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`;
}

/**
 * Truncates without an ellipsis: after a whole word if one ends in the second half, and never within a
 * surrogate pair.
 */
export function truncateAtWord(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength);
  const word = cut.search(/\s\S*$/);
  return word * 2 > maxLength ? cut.slice(0, word).trimEnd() : cut.replace(/[\ud800-\udbff]$/, '');
}
