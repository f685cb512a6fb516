/** Removes markup from quoted prose, for display only: claims are checked with the text as quoted. Pure. */

/** Elements that documentation contains as markup. Other words in angle brackets, such as type parameters, are text. */
const element =
  /<\/?(?:a|abbr|b|blockquote|br|center|code|dd|details|div|dl|dt|em|h[1-6]|hr|i|img|kbd|li|ol|p|picture|pre|small|source|span|strong|sub|summary|sup|table|tbody|td|th|thead|tr|u|ul)\b[^<>]*>/gi;
const comment = /<!--.*?-->/gs;
/** Roles of reStructuredText and MyST: the text in backticks follows. */
const role = /(?::[a-z][a-z:+-]{1,30}:|\{[a-z][a-z:+-]{1,30}\})(?=`)/gi;
/** `name <target>` within a role. */
const roleTarget = /`([^`<>]{1,120}) <[^`<>]{1,200}>`/g;
const anchor = /\{#[\w.:-]{1,80}\}|^\([\w.:-]{1,80}\)=\s*/gm;
const directive = /^[ \t]*:{3,}(?:\{[^}\n]*\})?[^\n]*$/gm;

const quotation = /“([^”]*)”/g;

export function cleanQuotations(text: string): string {
  return text.replaceAll(quotation, (_whole, quoted: string) => `“${cleanMarkup(quoted)}”`);
}

/** Removes markup from prose without quotation marks. */
export function cleanMarkup(quoted: string): string {
  if (!/[<{:(]/.test(quoted)) return quoted;
  return quoted
    .replaceAll(comment, '')
    .replaceAll(directive, '')
    .replaceAll(anchor, '')
    .replaceAll(role, '')
    .replaceAll(roleTarget, '`$1`')
    .split(/(`[^`]*`)/)
    .map((piece, index) => (index % 2 === 1 ? piece : piece.replaceAll(element, '')))
    .join('')
    .replaceAll(/[ \t]{2,}/g, ' ')
    .trim();
}
