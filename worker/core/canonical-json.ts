/**
 * JSON in the one form a value has by RFC 8785: members in the order of their names' UTF-16 units, no white space, strings and
 * numbers as ECMAScript writes them. What has no such form is refused rather than written some other way.
 */

/** @throws RangeError where a number is not finite, text holds half a character, or something is no JSON at all */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return canonicalText(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = new Map(Object.entries(value));
    const names = [...members.keys()].filter((name) => members.get(name) !== undefined).sort();
    return `{${names.map((name) => `${canonicalText(name)}:${canonicalJson(members.get(name))}`).join(',')}}`;
  }
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new RangeError('A number that is not finite has no canonical form.');
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return JSON.stringify(value);
  throw new RangeError(`A ${typeof value} has no canonical form.`);
}

function canonicalText(text: string): string {
  const json = JSON.stringify(text);
  // ECMAScript escapes the half of a pair, and no whole one.
  if (json.includes(String.raw`\ud`) && /\p{Surrogate}/u.test(text))
    throw new RangeError('Half of a surrogate pair has no canonical form.');
  return json;
}
