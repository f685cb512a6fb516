/**
 * Whether a text is worth asking the server about: `owner/name` once a name has begun, an address once its host has. What it is in the
 * end the server alone says. Pure, and linear in the text.
 */

/** As much as the server reads. */
const maxLength = 2_000;

export function couldBeSource(text: string): boolean {
  const source = text.trim();
  if (source === '' || source.length > maxLength) return false;
  const address = /^[a-z][a-z0-9+.-]*:\/*/i.exec(source);
  if (address !== null) return source.slice(address[0].length).length >= 3;
  return /^[^/\s]+\/[^/\s]|\s\S+\/\S|^[^@\s]+@[^:\s]+:\S/.test(source);
}
