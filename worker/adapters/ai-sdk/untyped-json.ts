/** Reads fields of JSON whose shape is not guaranteed. Every reader returns an empty value where the field is missing or of another type. */

export type Step = string | number;

export function at(value: unknown, ...path: readonly Step[]): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Readonly<Record<Step, unknown>>)[step];
  }
  return found;
}

/** The string at the path; empty where there is none. */
export function stringAt(value: unknown, ...path: readonly Step[]): string {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : '';
}

/** The positive integer at the path; undefined where there is none. */
export function countAt(value: unknown, ...path: readonly Step[]): number | undefined {
  const found = at(value, ...path);
  return typeof found === 'number' && Number.isSafeInteger(found) && found > 0 ? found : undefined;
}

/** The list at the path; empty where there is none. */
export function listAt(value: unknown, ...path: readonly Step[]): readonly unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** Undefined where the text is not valid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
