/**
 * Canonical JSON (RFC 8785): members sorted by UTF-16 units, no white space, strings and numbers as ECMAScript writes them. A value
 * without a canonical form is rejected.
 */

/** @throws RangeError for a non-finite number, a lone surrogate, or a value that JSON cannot represent */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return canonicalText(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = new Map(Object.entries(value));
    const names = [...members.keys()].filter((name) => members.get(name) !== undefined).sort();
    return `{${names.map((name) => `${canonicalText(name)}:${canonicalJson(members.get(name))}`).join(',')}}`;
  }
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new RangeError('A non-finite number has no canonical form.');
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return JSON.stringify(value);
  throw new RangeError(`A ${typeof value} has no canonical form.`);
}

function canonicalText(text: string): string {
  const json = JSON.stringify(text);
  // ECMAScript escapes lone surrogates only.
  if (json.includes(String.raw`\ud`) && /\p{Surrogate}/u.test(text))
    throw new RangeError('A lone surrogate has no canonical form.');
  return json;
}
