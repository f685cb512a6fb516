/** A function that works out each answer once: for what thousands of imports ask of the same folder or file. */
export function onceForEach<K, T>(workOut: (of: K) => T): (of: K) => T {
  const known = new Map<K, { readonly value: T }>();
  return (of) => {
    const kept = known.get(of);
    if (kept !== undefined) return kept.value;
    const value = workOut(of);
    known.set(of, { value });
    return value;
  };
}
