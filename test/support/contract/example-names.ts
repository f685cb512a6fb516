/**
 * The names in the examples of the API, and the values that a server gives them. Requests get the values. Responses get the names back, and
 * hosts on loopback a readable name.
 */

/** Scanners report the secret of a key wherever it is. */
const secretKey = /\b(wfp?)_[\w-]{38}/g;

export class ExampleNames {
  readonly #values = new Map<string, string>();

  /** A name stands for one value at a time, and the last one counts. */
  set(name: string, value: unknown): void {
    if (typeof value !== 'string' || value === '') throw new Error(`The server gave no value for ${name}.`);
    this.#values.set(name, value);
  }

  toRequest<Value>(value: Value): Value {
    return replaceText(value, this.#values);
  }

  toExample<Value>(value: Value): Value {
    const names = new Map([...this.#values].map(([name, known]) => [known, name]));
    return replaceText(value, names, (text) => text.replaceAll(secretKey, '$1_shown_only_once'));
  }
}

/** Replaces within every text of a JSON value, longest first, so that a value that contains another one stays whole. */
function replaceText<Value>(
  value: Value,
  replacements: ReadonlyMap<string, string>,
  change: (text: string) => string = (text) => text,
): Value {
  if (value === undefined) return value;
  const longestFirst = [...replacements].toSorted(([first], [second]) => second.length - first.length);
  return JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === 'string'
      ? change(longestFirst.reduce((text, [from, to]) => text.replaceAll(from, to), part))
      : part,
  ) as Value;
}
