/** Hashes equal those of Node's crypto module. */
import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { sha256, toHex } from '../../../../worker/core/text/hash.ts';

it('agrees with Node for bytes and for the UTF-8 of a text', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 200 }),
      fc.string({ unit: 'grapheme' }),
      async (bytes, text) => {
        expect(await sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
        expect(await sha256(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'));
      },
    ),
  );
});

it('hashes only the visible part of a buffer', async () => {
  const whole = new TextEncoder().encode('before inside after');
  expect(await sha256(whole.subarray(7, 13))).toBe(await sha256('inside'));
});

it('writes every byte as two digits', () => {
  expect(toHex(Uint8Array.of(0, 1, 15, 16, 255))).toBe('00010f10ff');
});
