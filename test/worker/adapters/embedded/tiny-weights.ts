/** Creates a weights file with a few pieces, in the format of `model/README.md`. */

/** The weights of name, path and body are 3, 2 and 1. @param rows pieces, each with one integer from -7 to 7 per dimension; the number of dimensions is even */
export function createTinyWeights(
  rows: readonly { readonly piece: string; readonly scale: number; readonly codes: readonly number[] }[],
): ArrayBuffer {
  const text = new TextEncoder().encode(rows.map(({ piece }) => piece).join('\n'));
  const dimensions = rows[0]?.codes.length ?? 0;
  const scalesAt = 32 + Math.ceil(text.length / 4) * 4;
  const rowsAt = scalesAt + rows.length * 4;
  const buffer = new ArrayBuffer(rowsAt + (rows.length * dimensions) / 2);
  const view = new DataView(buffer);
  new Uint8Array(buffer).set(new TextEncoder().encode('WFSE'));
  [2, rows.length, dimensions, text.length].forEach((value, at) => view.setUint32(4 + at * 4, value, true));
  [3, 2, 1].forEach((weight, at) => view.setFloat32(20 + at * 4, weight, true));
  new Uint8Array(buffer).set(text, 32);
  rows.forEach(({ scale, codes }, row) => {
    view.setFloat32(scalesAt + row * 4, scale, true);
    codes.forEach((code, at) => {
      const byte = rowsAt + (row * dimensions + at - (at % 2)) / 2;
      view.setUint8(byte, view.getUint8(byte) | ((code & 15) << (at % 2 === 0 ? 0 : 4)));
    });
  });
  return buffer;
}
