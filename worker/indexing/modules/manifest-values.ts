/** Reads values of build files, whose shape is not guaranteed: a value of another type counts as missing. */

export type ManifestTable = Readonly<Record<string, unknown>>;

export function isTable(value: unknown): value is ManifestTable {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path of keys; inherited keys count as missing. */
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

/** The strings of a list; a single string is a list of one. */
export function textsAt(value: unknown, ...keys: readonly string[]): readonly string[] {
  const found = valueAt(value, ...keys);
  if (typeof found === 'string') return [found];
  return listAt(value, ...keys).filter((one) => typeof one === 'string');
}

export function listAt(value: unknown, ...keys: readonly string[]): readonly unknown[] {
  const found = valueAt(value, ...keys);
  return Array.isArray(found) ? found : [];
}
