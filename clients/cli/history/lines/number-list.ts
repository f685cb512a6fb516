/** Implements a growable list of whole numbers. Each number uses four bytes, or eight in a list for large values. */

interface NumberList {
  readonly length: number;
  /** Returns 0 beyond the end. */
  at(index: number): number;
  set(index: number, value: number): void;
  push(value: number): void;
  /** Empties the list but keeps its memory. */
  clear(): void;
}

const initialCapacity = 256;

export function createNumberList(kind: 'int32' | 'float64' = 'int32'): NumberList {
  const make = (capacity: number): Int32Array | Float64Array =>
    kind === 'int32' ? new Int32Array(capacity) : new Float64Array(capacity);
  let values = make(initialCapacity);
  let length = 0;
  return {
    get length() {
      return length;
    },
    at: (index) => (index < length ? (values[index] ?? 0) : 0),
    set: (index, value) => {
      values[index] = value;
    },
    push: (value) => {
      if (length === values.length) {
        const larger = make(2 * values.length);
        larger.set(values);
        values = larger;
      }
      values[length++] = value;
    },
    clear: () => {
      length = 0;
    },
  };
}
