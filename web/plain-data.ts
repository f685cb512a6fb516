/**
 * Stands in for `devalue` in the browser. SvelteKit serializes the state of each history entry with it. This app keeps only plain data there,
 * for which JSON is enough. Everything else that SvelteKit does with `devalue` needs a server that renders pages, which this app has not.
 */

export const stringify = (value: unknown): string => JSON.stringify(value);

/** A state that `devalue` stored before is a list. It is read as no state. */
export function parse(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) ? {} : value;
}

export const uneval = failOnServerData;
export const unflatten = failOnServerData;
export const stringifyAsync = failOnServerData;

function failOnServerData(): never {
  throw new Error('This app is built without support for data from server load functions.');
}
