/** Text of others within a prompt: in a tag it cannot close, and without the letters that are there to be overlooked. */

/** Of what is not seen: controls but for tab and line end, zero-width letters, and those that turn the direction of reading. */
// oxlint-disable-next-line no-control-regex -- those are what is taken out
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** @param tag a word of letters */
export function asData(tag: string, text: string, id?: string): string {
  const closing = new RegExp(`<(?=\\s*/?\\s*${tag}\\b)`, 'gi');
  const told = text.replaceAll(unseen, '').replaceAll(closing, '‹');
  return `<${tag}${id === undefined ? '' : ` id="${id}"`}>\n${told}\n</${tag}>`;
}
