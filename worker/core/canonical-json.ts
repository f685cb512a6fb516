/**
 * JSON in the one form a value has by RFC 8785: members in the order of their names' UTF-16 units, no white space, strings and
 * numbers as ECMAScript writes them. What has no such form is refused rather than written some other way.
 */

/** @throws RangeError where a number is not finite, text holds half a character, or something is no JSON at all */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => `${canonicalJson(name)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  if (typeof value === 'string' && /\p{Surrogate}/u.test(value))
    throw new RangeError('Half of a surrogate pair has no canonical form.');
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new RangeError('A number that is not finite has no canonical form.');
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return JSON.stringify(value);
  throw new RangeError(`A ${typeof value} has no canonical form.`);
}
