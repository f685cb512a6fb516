/**
 * Vectors rounded to one byte per dimension, in pages of rows, which are read and written as a unit. Each row has its own scale: the error of
 * a dimension is at most 1/254 of the row's largest value.
 */

/**
 * A value in an object's database has at most 2 MB (https://developers.cloudflare.com/durable-objects/platform/limits/). This many rows
 * fit with up to 7,400 dimensions, and an addition rewrites little.
 */
export const rowsPerPage = 256;

/** Ranges of rounded values, stored and in a query. The sum of 8,000 products stays below 2 ** 31. */
const maxByteValue = 127;
const maxQueryValue = 2_047;

export interface VectorPage {
  readonly dimensions: number;
  /** Scale of each row. */
  readonly scales: Float32Array;
  /** Rows one after another. */
  readonly values: Int8Array;
}

/** A view of a stored body, so that changes write through; without a body, an empty page. */
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

/** The page's stored form. */
export function pageBody({ scales }: VectorPage): ArrayBufferLike {
  return scales.buffer;
}

export function writeRow(
  { dimensions, scales, values }: VectorPage,
  row: number,
  vector: Float32Array,
): void {
  const scale = largestAbsolute(vector) / maxByteValue;
  scales[row] = scale;
  for (let at = 0; at < dimensions; at += 1)
    values[row * dimensions + at] = scale === 0 ? 0 : Math.round((vector[at] ?? 0) / scale);
}

/** A rounded query vector, since integers multiply faster. */
export interface RoundedVector {
  readonly values: Int16Array;
  readonly scale: number;
}

export function roundVector(vector: Float32Array): RoundedVector {
  const scale = largestAbsolute(vector) / maxQueryValue;
  return { values: Int16Array.from(vector, (value) => (scale === 0 ? 0 : Math.round(value / scale))), scale };
}

/** The inner product of a row and a vector, which is their cosine because both have length 1. */
export function rowSimilarity(
  { dimensions, scales, values }: VectorPage,
  row: number,
  vector: RoundedVector,
): number {
  const from = row * dimensions;
  const query = vector.values;
  // Four independent sums, so that the additions do not wait for each other.
  let [first, second, third, fourth] = [0, 0, 0, 0];
  const whole = dimensions - (dimensions % 4);
  for (let at = 0; at < whole; at += 4) {
    const offset = from + at;
    first = (first + Math.imul(values[offset] ?? 0, query[at] ?? 0)) | 0;
    second = (second + Math.imul(values[offset + 1] ?? 0, query[at + 1] ?? 0)) | 0;
    third = (third + Math.imul(values[offset + 2] ?? 0, query[at + 2] ?? 0)) | 0;
    fourth = (fourth + Math.imul(values[offset + 3] ?? 0, query[at + 3] ?? 0)) | 0;
  }
  for (let at = whole; at < dimensions; at += 1)
    first = (first + Math.imul(values[from + at] ?? 0, query[at] ?? 0)) | 0;
  return ((first + second + third + fourth) | 0) * (scales[row] ?? 0) * vector.scale;
}

function largestAbsolute(vector: Float32Array): number {
  let largest = 0;
  for (let at = 0; at < vector.length; at += 1) largest = Math.max(largest, Math.abs(vector[at] ?? 0));
  return largest;
}
