/** Reads fields of JSON whose shape is not guaranteed. Every function returns an empty value if the field is missing or has another type. */

export type Step = string | number;

export function valueAt(value: unknown, ...path: readonly Step[]): unknown {
  let current = value;
  for (const step of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined;
    current = (current as Readonly<Record<Step, unknown>>)[step];
  }
  return current;
}

/** The string at the path; empty where there is none. */
export function stringAt(value: unknown, ...path: readonly Step[]): string {
  const found = valueAt(value, ...path);
  return typeof found === 'string' ? found : '';
}

/** The positive integer at the path; undefined where there is none. */
export function countAt(value: unknown, ...path: readonly Step[]): number | undefined {
  const found = valueAt(value, ...path);
  return typeof found === 'number' && Number.isSafeInteger(found) && found > 0 ? found : undefined;
}

/** The list at the path; empty where there is none. */
export function listAt(value: unknown, ...path: readonly Step[]): readonly unknown[] {
  const found = valueAt(value, ...path);
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
