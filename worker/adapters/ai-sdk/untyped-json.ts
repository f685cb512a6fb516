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

/** Returns the string at the path; empty if there is none. */
export function stringAt(value: unknown, ...path: readonly Step[]): string {
  const field = valueAt(value, ...path);
  return typeof field === 'string' ? field : '';
}

/** Returns the positive integer at the path; undefined if there is none. */
export function countAt(value: unknown, ...path: readonly Step[]): number | undefined {
  const field = valueAt(value, ...path);
  return typeof field === 'number' && Number.isSafeInteger(field) && field > 0 ? field : undefined;
}

/** Returns the list at the path; empty if there is none. */
export function listAt(value: unknown, ...path: readonly Step[]): readonly unknown[] {
  const field = valueAt(value, ...path);
  return Array.isArray(field) ? field : [];
}

/** @returns undefined if the text is not valid JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
