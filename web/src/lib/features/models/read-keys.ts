/** Reads the keys stored in this browser and validates new ones. Unreadable data is treated as empty. */

/** The characters that the server accepts in a key header. */
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
