import { assert, property, uint8Array } from 'fast-check';
import { expect, it } from 'vitest';
import { fromBase64Url, toBase64Url } from '../../../../worker/core/text/base64url.ts';

it('encodes bytes per RFC 4648 without padding, and decodes them again', () => {
  expect(toBase64Url(Uint8Array.of(0xfb, 0xff, 0xfe))).toBe('-__-');
  expect(toBase64Url(Uint8Array.of(0x66))).toBe('Zg');
  assert(
    property(uint8Array(), (bytes) => {
      expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes);
    }),
  );
});

it('rejects non-canonical encodings', () => {
  // The last letter has unused bits: `Zh` would decode to the same byte.
  for (const text of ['Zh', 'Zg==', 'Z', 'Zm9+', 'Zm9/', 'Zm 9', 'Zg\n'])
    expect(fromBase64Url(text), text).toBeUndefined();
});
