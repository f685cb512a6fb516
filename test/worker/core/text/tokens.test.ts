/** Token estimates add up over lines. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitLines } from '../../../../worker/core/text/decode-text.ts';
import { countTokens, countTokensByLine } from '../../../../worker/core/text/tokens.ts';

it.each([
  ['', 0],
  ['   \n\t', 0],
  ['word', 1],
  ['separately', 2],
  ['1234567', 3],
  ['a = b(c);', 7],
  ['x'.repeat(600), 100],
  ['漢字仮名', 4],
  ['한국어', 3],
  ['привет', 3],
  ['使用Flask', 3],
])('counts %j as %i', (text, tokens) => {
  expect(countTokens(text)).toBe(tokens);
});

it('counts the same by line as for the whole text', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'Z', '7', '_', ' ', '\n', '\r', '(', 'é', '漢') });
  fc.assert(
    fc.property(texts, fc.nat(), (text, at) => {
      const lines = splitLines(text);
      const totals = countTokensByLine(lines);
      const cut = at % (lines.length + 1);
      expect(totals[cut]).toBe(countTokens(lines.slice(0, cut).join('')));
      expect(totals).toHaveLength(lines.length + 1);
    }),
  );
});
