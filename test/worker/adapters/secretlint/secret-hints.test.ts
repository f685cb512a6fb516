/**
 * The hints hide nothing: whatever secretlint itself finds, run whole by its own core, the scanner masks. Held against
 * an example of every rule and against the sources of installed packages with examples put into them.
 */
import { lintSource } from '@secretlint/core';
import { creator, rules } from '@secretlint/secretlint-rule-preset-recommend';
import secretlint from '@secretlint/secretlint-rule-preset-recommend/package.json' with { type: 'json' };
import * as fc from 'fast-check';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mayHoldSecret, secretHints } from '../../../../worker/adapters/secretlint/secret-hints.ts';
import { createSecretScanner } from '../../../../worker/adapters/secretlint/secret-scanner.ts';
import { secretExamples } from '../../../support/secrets.ts';

const scanner = createSecretScanner();

/** What secretlint reports, with the access key ids it is asked for besides. */
async function findWithSecretlint(text: string, path: string) {
  const { messages } = await lintSource({
    source: {
      content: text,
      filePath: path,
      ext: path.endsWith('.json') ? '.json' : '',
      contentType: 'text',
    },
    options: {
      config: {
        rules: [
          {
            id: 'recommended',
            rule: creator,
            rules: [
              {
                id: '@secretlint/secretlint-rule-aws',
                options: { enableIDScanRule: true },
                allowMessageIds: ['AWSAccountID'],
              },
            ],
          },
        ],
      },
      noPhysicFilePath: false,
    },
  });
  return messages;
}

async function expectAllMasked(text: string, path: string): Promise<number> {
  const reported = await findWithSecretlint(text, path);
  const masks = await scanner.scan(text, path);
  for (const { data, range } of reported) {
    const values = Object.values(data ?? {}).filter((value) => typeof value === 'string');
    // The value where there is one, since some rules report its length from where the match begins.
    const value = values.find((one) => one.length === range[1] - range[0]) ?? text.slice(...range);
    const start = text.indexOf(value, range[0]);
    expect(masks).toContainEqual(
      expect.toSatisfy(
        (mask) => mask.start <= start && mask.end >= start + value.length,
        `masks ${path} at ${start}`,
      ),
    );
  }
  return reported.length;
}

describe('hints', () => {
  const names = rules.map(({ meta }) => meta.id.replace('@secretlint/secretlint-rule-', ''));

  it('stand for every rule of the preset', () => {
    expect(Object.keys(secretHints).toSorted()).toEqual(
      names.filter((name) => name !== 'filter-comments').toSorted(),
    );
    expect(new Set(secretExamples.map(({ rule }) => rule))).toEqual(new Set(Object.keys(secretHints)));
  });

  it('were read from the version that is installed', () => {
    expect(scanner.version).toContain(secretlint.version);
  });

  it.each(Object.entries(secretHints))('of %s are in its examples', (name, hint) => {
    for (const { rule, text } of secretExamples) if (rule === name) expect(text).toMatch(new RegExp(hint));
  });
});

describe('what secretlint finds', () => {
  it.each(secretExamples)('in an example of $rule is masked: $path', async ({ text, path }) => {
    expect(await expectAllMasked(text, path)).toBeGreaterThan(0);
  });

  const files = globSync(
    'node_modules/{@secretlint,hono,zod,fast-check,picomatch,ignore}/**/*.{js,ts,json,md}',
    {
      cwd: new URL('../../../..', import.meta.url).pathname,
    },
  );

  it('in the sources of installed packages is masked', async () => {
    let hinted = 0;
    for (const path of files) {
      const text = readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
      if (mayHoldSecret(text)) hinted++;
      await expectAllMasked(text, path);
    }
    // Hints that fire on every file would hide nothing and save nothing.
    expect(files.length).toBeGreaterThan(500);
    expect(hinted).toBeLessThan(files.length / 10);
  });

  it('anywhere in them is masked too', async () => {
    const sources = files
      .slice(0, 50)
      .map((path) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8'));
    const placed = fc.record({
      source: fc.constantFrom(...sources.map((text) => text.slice(0, 4000))),
      example: fc.constantFrom(...secretExamples.filter(({ rule }) => rule !== 'gcp')),
      place: fc.nat(4000),
    });
    await fc.assert(
      fc.asyncProperty(placed, async ({ source, example, place }) => {
        await expectAllMasked(
          `${source.slice(0, place)}\n${example.text}${source.slice(place)}`,
          example.path,
        );
      }),
      { numRuns: 300 },
    );
  });
});
