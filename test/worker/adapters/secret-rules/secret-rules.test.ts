/** Tests the tables of rules: every kind with a fake secret and a near miss, in every notation, and in linear time. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSecretScanner, secretRules } from '../../../../worker/adapters/secret-rules/secret-scanner.ts';
import { maskText } from '../../../../worker/core/text/mask-text.ts';
import { measureRecall } from '../../../bench/secrets/measure-recall.ts';
import { madeUpKinds, generateSecret, createRandom } from '../../../support/secrets/made-up-secrets.ts';
import { firstContexts, secondContexts } from '../../../support/secrets/secret-contexts.ts';

const scanner = createSecretScanner();

/** Maps rules that share the pattern of another rule to the rule that their masks report. */
const sharedKinds: Readonly<Record<string, string>> = {
  'password-bare': 'password-setting',
  'secret-bare': 'secret-setting',
  'url-password-of-host': 'url-password',
  'url-password-with-slash': 'url-password',
  'json-web-encryption': 'json-web-token',
  'putty-private-key': 'json-web-token',
  'encoded-private-key': 'json-web-token',
};

describe('the table', () => {
  it('has more than 120 rules, each with a unique id, a name and hints', () => {
    expect(secretRules.length).toBeGreaterThan(120);
    expect(new Set(secretRules.map(({ id }) => id)).size).toBe(secretRules.length);
    for (const { id, displayName, hints, pattern } of secretRules) {
      expect(id).toMatch(/^[a-z0-9][a-z0-9-]+$/);
      expect(displayName).toMatch(/^\S.{6,}/);
      expect(hints.length).toBeGreaterThan(0);
      for (const hint of hints) expect(hint).toMatch(/^[\x20-\x7e]{2,}$/);
      expect(pattern.flags).toContain('y');
    }
  });

  it('has a fake secret for every rule', () => {
    const made = new Set(madeUpKinds.map(({ rule }) => rule));
    expect(secretRules.map(({ id }) => sharedKinds[id] ?? id).filter((id) => !made.has(id))).toEqual([]);
  });
});

/** Writes the secret in the context that its rule needs: alone, or with surrounding text. */
function write({ surroundings }: (typeof madeUpKinds)[number], secret: string): string {
  if (surroundings === undefined) return `see ${secret} there\n`;
  return generateSecret(surroundings, createRandom(1)).replace('{}', () => secret);
}

/** Kinds that only the name of their setting identifies. About 0.5% of random 32-character values look like names, which are not masked. */
const byName = new Set(['password-setting', 'secret-setting']);

const formed = madeUpKinds.filter(({ rule }) => !byName.has(rule));

it.each(formed)('masks all of $rule as $pattern, and reports its rule', async (kind) => {
  for (let seed = 1; seed <= 10; seed++) {
    const secret = generateSecret(kind.pattern, createRandom(seed));
    const text = write(kind, secret);
    const masks = await scanner.scan(text);
    expect(maskText(text, masks)).toBe(text.replace(secret, '\u2022'.repeat(secret.length)));
    expect(masks.map(({ rule }) => rule)).toEqual([kind.rule]);
  }
});

it.each(madeUpKinds)('does not find $rule in text that is almost $pattern', async (kind) => {
  for (let seed = 1; seed <= 10; seed++) {
    const random = createRandom(seed);
    const miss =
      kind.nearMiss === undefined
        ? generateSecret(kind.pattern, random).slice(0, -1)
        : generateSecret(kind.nearMiss, random);
    const masks = await scanner.scan(write(kind, miss));
    expect(masks.map(({ rule }) => rule)).not.toContain(kind.rule);
  }
});

describe('a secret in any notation', () => {
  it('is masked completely', async () => {
    expect(firstContexts.length).toBeGreaterThanOrEqual(20);
    const { misses, written } = await measureRecall([...firstContexts, ...secondContexts]);
    expect(written).toBeGreaterThan(20_000);
    expect(misses).toEqual([]);
  });

  it('is replaced without changing the length or the lines of the text', async () => {
    const placed = fc.record({
      kind: fc.constantFrom(...formed.filter(({ surroundings }) => surroundings === undefined)),
      context: fc.constantFrom(...firstContexts, ...secondContexts),
      seed: fc.nat(),
      before: fc.string({ unit: fc.constantFrom('a', '\n', ' ', '=', ';', '\u{1f511}'), maxLength: 20 }),
    });
    await fc.assert(
      fc.asyncProperty(placed, async ({ kind, context, seed, before }) => {
        const secret = generateSecret(kind.pattern, createRandom(seed));
        const text = `${before}\n${context.write(kind.words, secret)}`;
        const masked = maskText(text, await scanner.scan(text));
        expect(masked.length).toBe(text.length);
        expect(masked.split('\n').length).toBe(text.split('\n').length);
        const at = text.indexOf(secret);
        expect(masked.slice(at, at + secret.length)).toMatch(/^\u2022+$/);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a hostile line of 300 kB', () => {
  const size = 300_000;
  const fill = (piece: string): string => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

  it.each(secretRules.map(({ id, hints }) => [id, hints[0] ?? ''] as const))(
    'with many hints of %s is scanned in linear time',
    async (_, hint) => {
      for (const tail of ['', '-']) await scanner.scan(fill(hint + tail));
    },
    10_000,
  );
});
