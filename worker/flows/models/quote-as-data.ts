/** Quotes untrusted text in a prompt: in a tag that it cannot close, without invisible characters. */

/** Control characters other than tab and line feed, zero-width characters, and characters that change the text direction. */
// oxlint-disable-next-line no-control-regex -- the expression removes control characters
const invisible = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** @param tag letters only */
export function quoteAsData(tag: string, text: string, id?: string): string {
  const closing = new RegExp(`<(?=\\s*/?\\s*${tag}\\b)`, 'gi');
  const safe = text.replaceAll(invisible, '').replaceAll(closing, '‹');
  return `<${tag}${id === undefined ? '' : ` id="${id}"`}>\n${safe}\n</${tag}>`;
}
