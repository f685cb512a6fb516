/** Reading JSON whose shape is only hoped for: each of these gives nothing where something else stands. */

export type Step = string | number;

export function at(value: unknown, ...path: readonly Step[]): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Readonly<Record<Step, unknown>>)[step];
  }
  return found;
}

/** Empty where there is no text. */
export function stringAt(value: unknown, ...path: readonly Step[]): string {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : '';
}

/** Undefined where there is no whole number above 0. */
export function countAt(value: unknown, ...path: readonly Step[]): number | undefined {
  const found = at(value, ...path);
  return typeof found === 'number' && Number.isSafeInteger(found) && found > 0 ? found : undefined;
}

/** Empty where there is no list. */
export function listAt(value: unknown, ...path: readonly Step[]): readonly unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}
