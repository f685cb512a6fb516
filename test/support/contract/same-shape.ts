/** Compares an example response, which is shortened, with the real one: the same fields and the same types. */

/** A record by names that depend on the repository or the machine, such as its languages. Its values are compared, not its names. */
const openRecords = /(?:byReason|timings|settings|progress|scores|features)$/i;

/** @returns where the shapes differ; empty if they do not */
export function findShapeDifferences(example: unknown, real: unknown, place = 'response'): readonly string[] {
  // The schema says which fields may be null.
  if (example === null || real === null) return [];
  if (Array.isArray(example) && Array.isArray(real)) return compareLists(example, real, place);
  if (typeof example !== typeof real || Array.isArray(example) !== Array.isArray(real))
    return [`${place}: ${typeName(example)} in the example, ${typeName(real)} in the response`];
  if (!isRecord(example) || !isRecord(real) || openRecords.test(place)) return [];
  const names = [...new Set([...Object.keys(example), ...Object.keys(real)])];
  return names.flatMap((name) => {
    if (!(name in example)) return [`${place}.${name}: missing in the example`];
    if (!(name in real)) return [`${place}.${name}: missing in the response`];
    return findShapeDifferences(example[name], real[name], `${place}.${name}`);
  });
}

/** Each item of the example has the shape of one real item. */
function compareLists(
  example: readonly unknown[],
  real: readonly unknown[],
  place: string,
): readonly string[] {
  if (example.length === 0 || real.length === 0)
    return example.length === real.length
      ? []
      : [`${place}: ${example.length} items in the example, ${real.length} in the response`];
  return example.flatMap((item, at) => {
    const attempts = real.map((candidate) => findShapeDifferences(item, candidate, `${place}[${at}]`));
    return attempts.toSorted((first, second) => first.length - second.length)[0] ?? [];
  });
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function typeName(value: unknown): string {
  return Array.isArray(value) ? 'list' : typeof value;
}

/** The types of a stream’s parts, without repetitions; undefined for parts without a type. */
export function listPartTypes(parts: readonly unknown[]): readonly unknown[] {
  return [...new Set(parts.map((part) => (isRecord(part) ? part['type'] : undefined)))].toSorted();
}
