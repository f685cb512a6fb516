/** Reads values of build files. Their shape is not guaranteed, so a value of an unexpected type is treated as missing. */

export type ManifestTable = Readonly<Record<string, unknown>>;

export function isTable(value: unknown): value is ManifestTable {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value at a path of keys. Inherited properties are treated as missing. */
export function valueAt(value: unknown, ...keys: readonly string[]): unknown {
  let at = value;
  for (const key of keys) {
    if (!isTable(at) || !Object.hasOwn(at, key)) return undefined;
    at = at[key];
  }
  return at;
}

export function textAt(value: unknown, ...keys: readonly string[]): string | undefined {
  const found = valueAt(value, ...keys);
  return typeof found === 'string' ? found : undefined;
}

export function tableAt(value: unknown, ...keys: readonly string[]): ManifestTable {
  const found = valueAt(value, ...keys);
  return isTable(found) ? found : {};
}

/** Returns the strings of a list. A single string is treated as a list with one item. */
export function textsAt(value: unknown, ...keys: readonly string[]): readonly string[] {
  const found = valueAt(value, ...keys);
  if (typeof found === 'string') return [found];
  return listAt(value, ...keys).filter((item) => typeof item === 'string');
}

export function listAt(value: unknown, ...keys: readonly string[]): readonly unknown[] {
  const found = valueAt(value, ...keys);
  return Array.isArray(found) ? found : [];
}
