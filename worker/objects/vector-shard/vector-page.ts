/**
 * Vectors rounded to a byte a dimension, in pages of rows: the unit in which they are read and written. Each row has its own scale,
 * which loses less than one for all: a dimension is off by at most 1/254 of the row's largest.
 */

/**
 * A value of an object's database holds 2 MB at most (https://developers.cloudflare.com/durable-objects/platform/limits/): so many
 * rows fit up to 7,400 dimensions, and adding to a page rewrites little.
 */
export const rowsPerPage = 256;

export interface VectorPage {
  readonly dimensions: number;
  /** By row: what a stored byte is worth. */
  readonly scales: Float32Array;
  /** Rows one after another. */
  readonly values: Int8Array;
}

/** The page over a stored body; changes to it change the body. Without a body an empty page. */
export function vectorPage(
  dimensions: number,
  body = new ArrayBuffer(rowsPerPage * (dimensions + Float32Array.BYTES_PER_ELEMENT)),
): VectorPage {
  return {
    dimensions,
    scales: new Float32Array(body, 0, rowsPerPage),
    values: new Int8Array(body, rowsPerPage * Float32Array.BYTES_PER_ELEMENT, rowsPerPage * dimensions),
  };
}

/** The whole page as it is stored. */
export function bodyOf({ scales }: VectorPage): ArrayBufferLike {
  return scales.buffer;
}

export function writeRow(
  { dimensions, scales, values }: VectorPage,
  row: number,
  vector: Float32Array,
): void {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const scale = largest / 127;
  scales[row] = scale;
  for (let at = 0; at < dimensions; at += 1)
    values[row * dimensions + at] = scale === 0 ? 0 : Math.round((vector[at] ?? 0) / scale);
}

/** The inner product of a row and a vector: their cosine, both being of length 1. */
export function similarityOfRow(page: VectorPage, row: number, vector: Float32Array): number {
  const { dimensions, values } = page;
  const from = row * dimensions;
  let [even, odd] = [0, 0];
  // Two sums at a time: neither waits for the other.
  for (let at = 0; at + 1 < dimensions; at += 2) {
    even += (values[from + at] ?? 0) * (vector[at] ?? 0);
    odd += (values[from + at + 1] ?? 0) * (vector[at + 1] ?? 0);
  }
  if (dimensions % 2 === 1) even += (values[from + dimensions - 1] ?? 0) * (vector[dimensions - 1] ?? 0);
  return (even + odd) * (page.scales[row] ?? 0);
}
