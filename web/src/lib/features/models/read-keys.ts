/** Keys as this browser keeps them, and what may be one. Pure; what cannot be read is none. */

/** What a header may hold of a key, as the server checks it. */
const keyPattern = /^[\x21-\x7e]{1,500}$/;

export function readKeys(text: string | null): Readonly<Record<string, string>> {
  const parsed = parse(text ?? '');
  if (typeof parsed !== 'object' || parsed === null) return {};
  return Object.fromEntries(
    Object.entries(parsed).flatMap(([provider, key]: [string, unknown]) =>
      typeof key === 'string' && isKey(key) ? [[provider, key] as const] : [],
    ),
  );
}

export function isKey(text: string): boolean {
  return keyPattern.test(text);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
