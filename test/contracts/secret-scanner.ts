/** What every secret scanner does: hides the secret and not what stands around it, in order, without overlap. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskText } from '../../worker/core/mask-text.ts';
import type { SecretScanner } from '../../worker/ports/secret-scanner.ts';
import { secretExamples } from '../support/secrets.ts';

export function secretScannerContract(scanner: SecretScanner): void {
  describe('a secret', () => {
    it.each(secretExamples)('of rule $rule is hidden whole: $path', async ({ text, path, secret }) => {
      const masked = maskText(text, await scanner.scan(text, path));
      for (const line of secret.split('\n')) expect(masked).not.toContain(line);
    });

    const inLines = secretExamples.filter(({ rule }) => rule !== 'gcp');
    it.each(inLines)('of rule $rule hides no other line: $path', async ({ text, path }) => {
      const file = `first = 1\n${text}\nlast = 2\n`;
      const masked = maskText(file, await scanner.scan(file, path));
      expect(masked).toMatch(/^first = 1\n[^]*\nlast = 2\n$/);
    });

    it.each(secretExamples)(
      'of rule $rule is found behind a byte-order mark: $path',
      async ({ text, path }) => {
        const moved = (await scanner.scan(text, path)).map((mask) => ({
          ...mask,
          start: mask.start + 1,
          end: mask.end + 1,
        }));
        expect(await scanner.scan(`\ufeff${text}`, path)).toEqual(moved);
      },
    );

    it('is named by a rule in plain words', async () => {
      for (const { text, path } of secretExamples) {
        const masks = await scanner.scan(text, path);
        expect(masks.map(({ rule }) => rule).join(' ')).toMatch(/^[a-z0-9][a-z0-9- ]+$/);
      }
    });
  });

  it('gives masks in order, apart, and within the text', async () => {
    const piece = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', ' ', '\n', '"', '-', '=', ':', '/', '@') }),
      fc.constantFrom(...secretExamples.map(({ text }) => text)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 6 }),
        fc.constantFrom('a.py', 'a.json', '.npmrc'),
        async (pieces, path) => {
          const text = pieces.join('');
          const masks = await scanner.scan(text, path);
          let last = -1;
          for (const { start, end } of masks) {
            expect(start).toBeGreaterThan(last);
            expect(end).toBeGreaterThan(start);
            last = end;
          }
          expect(last).toBeLessThanOrEqual(text.length);
        },
      ),
    );
  });

  it.each([
    ['', 'a.py'],
    ['password = os.environ["PASSWORD"]\n', 'a.py'],
    ['url = "https://user:{password}@host.example/"\n', 'a.py'],
    ['postgres://user:password@localhost/app\n', 'README.md'],
    ['sha = "0123456789abcdef0123456789abcdef01234567"\n', 'a.py'],
    ['if line.startswith("-----BEGIN RSA PRIVATE KEY-----"):\n', 'a.py'],
    ['{ "private_key_id": "" }\n', 'a.json'],
  ])('leaves ordinary text alone: %j', async (text, path) => {
    expect(await scanner.scan(text, path)).toEqual([]);
  });
}
