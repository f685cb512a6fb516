/** Text cut to a length: after a whole word where one ends in the second half, and never within a surrogate pair. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength);
  const word = cut.search(/\s\S*$/);
  return word * 2 > maxLength ? cut.slice(0, word).trimEnd() : cut.replace(/[\ud800-\udbff]$/, '');
}
