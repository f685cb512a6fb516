/** Packs give back the files they were made of, and fail loudly when they are not whole. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodePack, encodePack } from '../../../worker/ingestion/pack.ts';

const files = fc.array(
  fc.record({
    path: fc.string({ unit: 'grapheme', minLength: 1 }),
    bytes: fc.uint8Array({ maxLength: 100 }),
  }),
  { maxLength: 8 },
);

it('round-trips any files in order', () => {
  fc.assert(
    fc.property(files, (given) => {
      expect(decodePack(encodePack(given))).toEqual(given);
    }),
  );
});

it('reads a pack that lies within a larger buffer', () => {
  const pack = encodePack([{ path: 'a.py', bytes: Uint8Array.of(1, 2, 3) }]);
  const buffer = new Uint8Array(pack.length + 20);
  buffer.set(pack, 7);
  expect(decodePack(buffer.subarray(7, 7 + pack.length))).toEqual([
    { path: 'a.py', bytes: Uint8Array.of(1, 2, 3) },
  ]);
});

it('refuses a pack cut anywhere but between two files', () => {
  const given = [
    { path: 'a.py', bytes: Uint8Array.of(1, 2, 3) },
    { path: 'b.py', bytes: Uint8Array.of(4) },
  ];
  const pack = encodePack(given);
  const borders = [encodePack([]).length, encodePack(given.slice(0, 1)).length];
  for (let length = 0; length < pack.length; length++) {
    if (borders.includes(length)) continue;
    expect(() => decodePack(pack.subarray(0, length))).toThrow(expect.objectContaining({ code: 'internal' }));
  }
});

it('refuses another version and lengths beyond its end', () => {
  expect(() => decodePack(Uint8Array.of(9))).toThrow(/version 9/);
  expect(() => decodePack(Uint8Array.of(1, 255, 255, 255, 255, 255, 255, 255, 255))).toThrow(/ends early/);
});
