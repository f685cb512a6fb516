/** Multiplies a page with a query in WebAssembly. The sums are the same integers that `rowSimilarity` computes. */

import { rowsPerPage, type RoundedVector, type VectorPage } from '../vector-page.ts';

/** The sum of the products of each row; undefined if the module does not support the number of dimensions. Valid until the next call. */
export type MultiplyPage = (page: VectorPage, query: RoundedVector) => Int32Array | undefined;

/** Dimensions that the module processes at a time. */
const step = 16;
/** Where the query, the sums and the rows begin in the memory. */
const sumsStart = 16_384;
const rowsStart = sumsStart + rowsPerPage * Int32Array.BYTES_PER_ELEMENT;
const maxDimensions = sumsStart / Int16Array.BYTES_PER_ELEMENT;
const memoryPageBytes = 65_536;

/** Addresses of the rows, the query and the sums, then the number of rows and of dimensions. */
type Multiply = (...parameters: readonly number[]) => void;

/** @param module `row-products.wasm` */
export function createPageMultiplier(module: WebAssembly.Module): MultiplyPage {
  const { exports } = new WebAssembly.Instance(module);
  const { memory, multiply } = exports;
  if (!(memory instanceof WebAssembly.Memory) || typeof multiply !== 'function')
    throw new Error('row-products.wasm is damaged. Write it again with test/support/write-row-products.ts.');
  const run = multiply as Multiply;
  return ({ dimensions, values }, query) => {
    if (dimensions < step || dimensions % step !== 0 || dimensions > maxDimensions) return undefined;
    const missingBytes = rowsStart + values.length - memory.buffer.byteLength;
    if (missingBytes > 0) memory.grow(Math.ceil(missingBytes / memoryPageBytes));
    new Int16Array(memory.buffer, 0, dimensions).set(query.values.subarray(0, dimensions));
    new Int8Array(memory.buffer, rowsStart, values.length).set(values);
    run(rowsStart, 0, sumsStart, rowsPerPage, dimensions);
    return new Int32Array(memory.buffer, sumsStart, rowsPerPage);
  };
}
