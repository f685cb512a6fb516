/** Contract of every secret scanner: it masks secrets and no text around them. Masks are in order and do not overlap. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskText } from '../../worker/core/text/mask-text.ts';
import type { SecretScanner } from '../../worker/ports/secret-scanner.ts';
import { secretExamples } from '../support/secrets/secrets.ts';

export function secretScannerContract(scanner: SecretScanner): void {
  describe('a secret', () => {
    it.each(secretExamples)('of rule $rule is masked completely: $path', async ({ text, secret }) => {
      const masked = maskText(text, await scanner.scan(text));
      for (const line of secret.split('\n')) expect(masked).not.toContain(line);
    });

    const singleLineExamples = secretExamples.filter(({ rule }) => rule !== 'gcp');
    it.each(singleLineExamples)('of rule $rule is masked without other lines: $path', async ({ text }) => {
      const file = `first = 1\n${text}\nlast = 2\n`;
      const masked = maskText(file, await scanner.scan(file));
      expect(masked).toMatch(/^first = 1\n[^]*\nlast = 2\n$/);
    });

    it.each(secretExamples)('of rule $rule is found after a byte-order mark: $path', async ({ text }) => {
      const shifted = (await scanner.scan(text)).map((mask) => ({
        ...mask,
        start: mask.start + 1,
        end: mask.end + 1,
      }));
      expect(await scanner.scan(`\ufeff${text}`)).toEqual(shifted);
    });

    it('has a rule with a readable name', async () => {
      for (const { text } of secretExamples) {
        const masks = await scanner.scan(text);
        expect(masks.map(({ rule }) => rule).join(' ')).toMatch(/^[a-z0-9][a-z0-9- ]+$/);
      }
    });
  });

  it('returns masks in order, without overlaps, within the text', async () => {
    const piece = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', ' ', '\n', '"', '-', '=', ':', '/', '@') }),
      fc.constantFrom(...secretExamples.map(({ text }) => text)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 6 }), async (pieces) => {
        const text = pieces.join('');
        const masks = await scanner.scan(text);
        let last = -1;
        for (const { start, end } of masks) {
          expect(start).toBeGreaterThan(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  it.each([
    '',
    'password = os.environ["PASSWORD"]\n',
    'url = "https://user:{password}@host.example/"\n',
    'postgres://user:password@localhost/app\n',
    'sha = "0123456789abcdef0123456789abcdef01234567"\n',
    'if line.startswith("-----BEGIN RSA PRIVATE KEY-----"):\n',
    '{ "private_key_id": "" }\n',
  ])('does not mask ordinary text: %j', async (text) => {
    expect(await scanner.scan(text)).toEqual([]);
  });
}
