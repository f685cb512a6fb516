/**
 * Vectors rounded to a byte a dimension, in pages of rows: the unit in which they are read and written. Each row has its own scale,
 * which loses less than one for all: a dimension is off by at most 1/254 of the row's largest.
 */

/**
 * A value of an object's database holds 2 MB at most (https://developers.cloudflare.com/durable-objects/platform/limits/): so many
 * rows fit up to 7,400 dimensions, and adding to a page rewrites little.
 */
export const rowsPerPage = 256;

/** What a stored dimension and one of a query are rounded to; 8,000 products of both stay below 2 ** 31. */
const mostOfByte = 127;
const mostOfQuery = 2_047;

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
  const scale = largestOf(vector) / mostOfByte;
  scales[row] = scale;
  for (let at = 0; at < dimensions; at += 1)
    values[row * dimensions + at] = scale === 0 ? 0 : Math.round((vector[at] ?? 0) / scale);
}

/** A vector that rows are compared with, rounded too: whole numbers are multiplied faster. */
interface RoundedVector {
  readonly values: Int16Array;
  readonly scale: number;
}

export function roundedVector(vector: Float32Array): RoundedVector {
  const scale = largestOf(vector) / mostOfQuery;
  return { values: Int16Array.from(vector, (value) => (scale === 0 ? 0 : Math.round(value / scale))), scale };
}

/** The inner product of a row and a vector: their cosine, both being of length 1. */
export function similarityOfRow(
  { dimensions, scales, values }: VectorPage,
  row: number,
  vector: RoundedVector,
): number {
  const from = row * dimensions;
  const asked = vector.values;
  // Four sums side by side: each waits for none of the others.
  let [first, second, third, fourth] = [0, 0, 0, 0];
  const whole = dimensions - (dimensions % 4);
  for (let at = 0; at < whole; at += 4) {
    const place = from + at;
    first = (first + Math.imul(values[place] ?? 0, asked[at] ?? 0)) | 0;
    second = (second + Math.imul(values[place + 1] ?? 0, asked[at + 1] ?? 0)) | 0;
    third = (third + Math.imul(values[place + 2] ?? 0, asked[at + 2] ?? 0)) | 0;
    fourth = (fourth + Math.imul(values[place + 3] ?? 0, asked[at + 3] ?? 0)) | 0;
  }
  for (let at = whole; at < dimensions; at += 1)
    first = (first + Math.imul(values[from + at] ?? 0, asked[at] ?? 0)) | 0;
  return ((first + second + third + fourth) | 0) * (scales[row] ?? 0) * vector.scale;
}

function largestOf(vector: Float32Array): number {
  let largest = 0;
  for (let at = 0; at < vector.length; at += 1) largest = Math.max(largest, Math.abs(vector[at] ?? 0));
  return largest;
}
