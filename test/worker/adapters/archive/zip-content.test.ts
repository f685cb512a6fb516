/** Tests that each byte can be claimed only once, in any order of claims. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createByteClaims } from '../../../../worker/adapters/archive/zip-content.ts';

it('accepts a claim only if it overlaps no accepted claim', () => {
  const range = fc.record({ start: fc.nat(60), length: fc.integer({ min: 1, max: 20 }) });
  fc.assert(
    fc.property(fc.array(range, { maxLength: 20 }), (ranges) => {
      const claims = createByteClaims();
      const taken = new Set<number>();
      for (const { start, length } of ranges) {
        const bytes = Array.from({ length }, (_, index) => start + index);
        const free = bytes.every((byte) => !taken.has(byte));
        expect(claims.claim(start, start + length)).toBe(free);
        if (free) for (const byte of bytes) taken.add(byte);
      }
    }),
  );
});
