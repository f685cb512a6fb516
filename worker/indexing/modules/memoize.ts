/** Caches the results of a function by its argument: thousands of imports look up the same folders and files. */
export function memoize<K, T>(compute: (key: K) => T): (key: K) => T {
  const results = new Map<K, { readonly value: T }>();
  return (key) => {
    const cached = results.get(key);
    if (cached !== undefined) return cached.value;
    const value = compute(key);
    results.set(key, { value });
    return value;
  };
}
