/** A byte range can be claimed only once, in any order of claims. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createByteClaims } from '../../../../worker/adapters/archive/zip-content.ts';

it('claims ranges that overlap no earlier range', () => {
  const stretch = fc.record({ start: fc.nat(60), length: fc.integer({ min: 1, max: 20 }) });
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 20 }), (stretches) => {
      const claims = createByteClaims();
      const taken = new Set<number>();
      for (const { start, length } of stretches) {
        const bytes = Array.from({ length }, (_, index) => start + index);
        const free = bytes.every((byte) => !taken.has(byte));
        expect(claims.claim(start, start + length)).toBe(free);
        if (free) for (const byte of bytes) taken.add(byte);
      }
    }),
  );
});
