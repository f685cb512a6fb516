/**
 * Decides whether a typed text is worth a preview request: `owner/name` once the name starts, a URL once its host starts. Pure, and linear
 * in the text. Only the server decides what the source is.
 */

/** The server's limit. */
const maxLength = 2_000;

export function looksLikeSource(text: string): boolean {
  const source = text.trim();
  if (source === '' || source.length > maxLength) return false;
  const address = /^[a-z][a-z0-9+.-]*:\/*/i.exec(source);
  if (address !== null) return source.slice(address[0].length).length >= 3;
  return /^[^/\s]+\/[^/\s]|\s\S+\/\S|^[^@\s]+@[^:\s]+:\S/.test(source);
}
