/**
 * Encodes `row-products.wasm`, which multiplies all rows of a page with a query, 16 dimensions at a time. JavaScript has no vector instructions
 * and takes about ten times as long. The binary is in the repository because the runtime compiles no code while it runs; `test/support/write-row-products.ts`
 * writes it. Encoding: https://webassembly.github.io/spec/core/binary/.
 */

/** Types of values. */
const i32 = 0x7f;
const v128 = 0x7b;

const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
const tee = (local: number): number[] => [0x22, local];
/** Numbers up to 63, which take one byte. */
const constant = (value: number): number[] => [0x41, value];
const add = [0x6a];
const subtract = [0x6b];
const shiftLeft = [0x74];
const isLess = [0x49];
const repeatIf = [0x0d, 0];
const end = [0x0b];
const loop = (...body: readonly number[][]): number[] => [0x03, 0x40, ...body.flat(), ...end];
const store = [0x36, 2, 0];
const loadVector = (offset: number): number[] => [0xfd, 0x00, 0, offset];
const splat = [0xfd, 0x11];
const lane = (index: number): number[] => [0xfd, 0x1b, index];
const extendLow = [0xfd, 0x87, 0x01];
const extendHigh = [0xfd, 0x88, 0x01];
const dot = [0xfd, 0xba, 0x01];
const addLanes = [0xfd, 0xae, 0x01];

/** Parameters of the function, then its local variables. */
const [values, query, output, rows, dimensions, at, queryAt, bytes, sums] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** Adds the products of 16 bytes of the row with 16 numbers of two bytes each. */
const addProducts = [
  get(values),
  get(at),
  add,
  loadVector(0),
  set(bytes),
  get(query),
  get(at),
  constant(1),
  shiftLeft,
  add,
  set(queryAt),
  get(sums),
  get(bytes),
  extendLow,
  get(queryAt),
  loadVector(0),
  dot,
  addLanes,
  get(bytes),
  extendHigh,
  get(queryAt),
  loadVector(16),
  dot,
  addLanes,
  set(sums),
];
const multiplyRow = [
  constant(0),
  splat,
  set(sums),
  constant(0),
  set(at),
  loop(...addProducts, get(at), constant(16), add, tee(at), get(dimensions), isLess, repeatIf),
  get(output),
  get(sums),
  lane(0),
  get(sums),
  lane(1),
  add,
  get(sums),
  lane(2),
  add,
  get(sums),
  lane(3),
  add,
  store,
];
const body = loop(
  ...multiplyRow,
  get(values),
  get(dimensions),
  add,
  set(values),
  get(output),
  constant(4),
  add,
  set(output),
  get(rows),
  constant(1),
  subtract,
  tee(rows),
  repeatIf,
);

/** @returns the bytes of the module, which exports `memory` and `multiply(values, query, output, rows, dimensions)` */
export function encodeModule(): Uint8Array {
  const locals = [2, 2, i32, 2, v128];
  return Uint8Array.from([
    0x00,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0,
    ...section(1, [1, 0x60, 5, i32, i32, i32, i32, i32, 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, 2]),
    ...section(7, [2, ...text('memory'), 2, 0, ...text('multiply'), 0, 0]),
    ...section(10, [1, ...withLength([...locals, ...body, ...end])]),
  ]);
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...withLength(content)];
}

function withLength(content: readonly number[]): number[] {
  return [...unsigned(content.length), ...content];
}

function text(name: string): number[] {
  return withLength([...name].map((letter) => letter.charCodeAt(0)));
}

/** LEB128: seven bits per byte, the lowest first. */
function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...unsigned(Math.floor(value / 128))];
}
