/** Packs decode to the encoded files, and throw if they are incomplete. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodePack, encodePack } from '../../../../worker/ingestion/source-files/file-pack.ts';

const files = fc.array(
  fc.record({
    path: fc.string({ unit: 'grapheme', minLength: 1 }),
    bytes: fc.uint8Array({ maxLength: 100 }),
  }),
  { maxLength: 8 },
);

it('round-trips any files in order', () => {
  fc.assert(
    fc.property(files, (originals) => {
      expect(decodePack(encodePack(originals))).toEqual(originals);
    }),
  );
});

it('reads a pack inside a larger buffer', () => {
  const pack = encodePack([{ path: 'a.py', bytes: Uint8Array.of(1, 2, 3) }]);
  const buffer = new Uint8Array(pack.length + 20);
  buffer.set(pack, 7);
  expect(decodePack(buffer.subarray(7, 7 + pack.length))).toEqual([
    { path: 'a.py', bytes: Uint8Array.of(1, 2, 3) },
  ]);
});

it('rejects a pack truncated anywhere except between two files', () => {
  const originals = [
    { path: 'a.py', bytes: Uint8Array.of(1, 2, 3) },
    { path: 'b.py', bytes: Uint8Array.of(4) },
  ];
  const pack = encodePack(originals);
  const borders = [encodePack([]).length, encodePack(originals.slice(0, 1)).length];
  for (let length = 0; length < pack.length; length++) {
    if (borders.includes(length)) continue;
    expect(() => decodePack(pack.subarray(0, length))).toThrow(expect.objectContaining({ code: 'internal' }));
  }
});

it('rejects another version and lengths beyond its end', () => {
  expect(() => decodePack(Uint8Array.of(9))).toThrow(/version 9/);
  expect(() => decodePack(Uint8Array.of(1, 255, 255, 255, 255, 255, 255, 255, 255))).toThrow(/truncated/);
});
