/** Reads build files, whose shape nobody warrants: what is not of the kind asked for is not there. */

export type ManifestTable = Readonly<Record<string, unknown>>;

export function isTable(value: unknown): value is ManifestTable {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path of keys; keys every object inherits are not there. */
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

/** The texts of a list; a text alone is a list of one. */
export function textsAt(value: unknown, ...keys: readonly string[]): readonly string[] {
  const found = valueAt(value, ...keys);
  if (typeof found === 'string') return [found];
  return listAt(value, ...keys).filter((one) => typeof one === 'string');
}

export function listAt(value: unknown, ...keys: readonly string[]): readonly unknown[] {
  const found = valueAt(value, ...keys);
  return Array.isArray(found) ? found : [];
}
