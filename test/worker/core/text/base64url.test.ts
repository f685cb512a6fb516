import { assert, property, uint8Array } from 'fast-check';
import { expect, it } from 'vitest';
import { fromBase64Url, toBase64Url } from '../../../../worker/core/text/base64url.ts';

it('writes bytes as RFC 4648 has them, without padding, and reads them back', () => {
  expect(toBase64Url(Uint8Array.of(0xfb, 0xff, 0xfe))).toBe('-__-');
  expect(toBase64Url(Uint8Array.of(0x66))).toBe('Zg');
  assert(
    property(uint8Array(), (bytes) => {
      expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes);
    }),
  );
});

it('reads one spelling of bytes alone', () => {
  // The last letter has bits to spare: `Zh` would be the same byte.
  for (const text of ['Zh', 'Zg==', 'Z', 'Zm9+', 'Zm9/', 'Zm 9', 'Zg\n'])
    expect(fromBase64Url(text), text).toBeUndefined();
});
