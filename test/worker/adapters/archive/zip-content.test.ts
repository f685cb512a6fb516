/** Tests that each byte can be claimed only once, in any order of claims. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createByteClaims } from '../../../../worker/adapters/archive/zip-content.ts';

it('accepts a claim only if it overlaps no accepted claim', () => {
  const range = fc.record({ start: fc.nat(60), length: fc.integer({ min: 1, max: 20 }) });
  fc.assert(
    fc.property(fc.array(range, { maxLength: 20 }), (ranges) => {
      const claims = createByteClaims();
      const claimedBytes = new Set<number>();
      for (const { start, length } of ranges) {
        const bytes = Array.from({ length }, (_, index) => start + index);
        const isFree = bytes.every((byte) => !claimedBytes.has(byte));
        expect(claims.claim(start, start + length)).toBe(isFree);
        if (isFree) for (const byte of bytes) claimedBytes.add(byte);
      }
    }),
  );
});
