/** Masking changes characters, but not the length or the lines of a text. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { maskText } from '../../../../worker/core/text/mask-text.ts';

/** Sorted, non-overlapping ranges of a text of the given length. */
function masksIn(length: number) {
  return fc.uniqueArray(fc.nat({ max: length }), { maxLength: 8 }).map((cuts) => {
    const sorted = cuts.toSorted((a, b) => a - b);
    return sorted.flatMap((start, index) => {
      const end = sorted[index + 1];
      return index % 2 === 0 && end !== undefined ? [{ start, end, rule: 'rule' }] : [];
    });
  });
}

const texts = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\n', '\r') });
const maskedTexts = texts.chain((text) => masksIn(text.length).map((masks) => ({ text, masks })));

it('keeps length and line breaks, and hides exactly the masked ranges', () => {
  fc.assert(
    fc.property(maskedTexts, ({ text, masks }) => {
      const masked = maskText(text, masks);
      expect(masked).toHaveLength(text.length);
      for (let i = 0; i < text.length; i++) {
        const hidden = masks.some((mask) => mask.start <= i && i < mask.end);
        expect(masked[i]).toBe(hidden && !/[\r\n]/.test(text[i] ?? '') ? '\u2022' : text[i]);
      }
    }),
  );
});

it('masks a part of a text like the same part of the whole', () => {
  fc.assert(
    fc.property(maskedTexts, fc.nat(), fc.nat(), ({ text, masks }, a, b) => {
      const [start = 0, end = 0] = [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y);
      expect(maskText(text.slice(start, end), masks, start)).toBe(maskText(text, masks).slice(start, end));
    }),
  );
});
