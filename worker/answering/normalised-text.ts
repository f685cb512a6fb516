/**
 * Text as quotations are compared: white space folded and comment markers at line starts left out, so that a quotation may
 * run over the lines of a comment.
 */

const commentMarker = /^[ \t]*(?:\/\/[/!]?|\/\*\*?|\*\/?|#+!?|--+|;+|"""|''')[ \t]?/gm;

export function normalisedText(text: string): string {
  return text.replace(commentMarker, '').replace(/\s+/g, ' ').trim();
}
