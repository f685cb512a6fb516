/** Tests search, grep, paths and settings in a small monorepo through the public API. */

import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startJourneyServer, type JourneyServer } from '../../support/server/journey-server.ts';
import { secretExamples } from '../../support/secrets/secrets.ts';

/** A made-up key in a format that the rules detect. */
const secret = secretExamples.find((example) => example.rule === 'github')?.secret ?? '';
const files: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "shop", "workspaces": ["packages/*"] }\n',
  'README.md': '# Shop\n\nShop sells teapots over HTTP.\n\n## Install\n\nRun `npm install shop`.\n',
  'docs/errors.md': '# Errors\n\n## Teapot missing\n\nThe teapot that was ordered is not in stock.\n',
  'packages/cart/package.json': '{ "name": "cart" }\n',
  'packages/cart/src/teapot-cart.ts':
    '/** Adds a teapot to the cart and reserves it in stock. */\nexport function addTeapot(cart: string[], teapot: string): string[] {\n  return [...cart, teapot];\n}\n',
  'packages/cart/test/teapot-cart.test.ts':
    "import { addTeapot } from '../src/teapot-cart.ts';\n\ntest('addTeapot adds a teapot to the cart', () => {\n  expect(addTeapot([], 'green teapot')).toEqual(['green teapot']);\n});\n",
  'packages/stock/package.json': '{ "name": "stock" }\n',
  'packages/stock/src/reserve.ts': `/** Takes a teapot out of stock. */\nexport function reserveTeapot(teapot: string): void {\n  send('${secret}', teapot);\n}\n`,
  'docs/fr/errors.md': '# Erreurs\n\nLa teapot n’est pas en stock. teapot teapot teapot\n',
};

let journey: JourneyServer;
let id: string;
beforeAll(async () => {
  journey = await startJourneyServer({
    TAGS: 'docs/**=documentation,packages/**=code',
    IGNORE: 'packages/cart/package.json',
    MAX_FILES: '9',
  });
  const repository = await journey.index('shop', await pack(files));
  expect(repository.error).toBeUndefined();
  id = repository.id;
});
afterAll(() => journey.close());

async function pack(contents: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const entries = Object.entries(contents).map(([name, body]) => ({
    header: { name, size: Buffer.byteLength(body) },
    body,
  }));
  return gzipSync(await packTar(entries));
}

const search = async (query: string, filters = {}) =>
  (await journey.client.search(id, { query, filters })).results;
const searchPaths = async (query: string, filters = {}): Promise<string[]> =>
  (await search(query, filters)).map((result) => result.path);

describe('search', () => {
  it('ranks the definition of a name above its test', async () => {
    const result = await searchPaths('addTeapot');
    expect(result[0]).toBe('packages/cart/src/teapot-cart.ts');
    expect(result).toContain('packages/cart/test/teapot-cart.test.ts');
  });

  it('ranks sources above tests, and merges a translation with its original', async () => {
    const result = await searchPaths('teapot in stock');
    expect(result.indexOf('packages/stock/src/reserve.ts')).toBeLessThan(
      result.indexOf('packages/cart/test/teapot-cart.test.ts'),
    );
    expect(result).not.toContain('docs/fr/errors.md');
    const original = (await search('teapot in stock')).find(({ path }) => path === 'docs/errors.md');
    expect(original?.copies).toMatchObject([{ path: 'docs/fr/errors.md' }]);
  });

  it('filters by path, language, package and tag, and returns package and tags', async () => {
    const sources = { paths: ['packages/stock/src/**'] };
    expect(new Set(await searchPaths('teapot', sources))).toEqual(new Set(['packages/stock/src/reserve.ts']));
    expect(
      (await searchPaths('teapot', { languages: ['markdown'] })).every((path) => path.endsWith('.md')),
    ).toBe(true);
    const inStock = await searchPaths('teapot', { packages: ['packages/stock'] });
    expect(inStock[0]).toBe('packages/stock/src/reserve.ts');
    expect(inStock.every((path) => path.startsWith('packages/stock/'))).toBe(true);
    expect(
      (await searchPaths('teapot', { tags: ['documentation'] })).every((path) => path.startsWith('docs/')),
    ).toBe(true);
    expect((await searchPaths('teapot', { kinds: ['test'] })).every((path) => path.includes('/test/'))).toBe(
      true,
    );
    const [first] = (await journey.client.search(id, { query: 'reserveTeapot' })).results;
    expect(first).toMatchObject({ package: 'packages/stock', tags: ['code'], symbol: 'reserveTeapot' });
  });

  it('reports unknown words', async () => {
    const nothing = await journey.client.search(id, { query: 'zeppelin' });
    expect(nothing).toMatchObject({ confidence: 'out-of-scope', results: [] });
  });
});

describe('grep', () => {
  it('returns every matching line with its context', async () => {
    const result = await journey.client.grep(id, { pattern: 'export function \\w+Teapot', context: 1 });
    expect(result).toMatchObject({ total: 2, truncated: false });
    expect(result.matches[0]).toMatchObject({
      path: 'packages/cart/src/teapot-cart.ts',
      line: 2,
      before: ['/** Adds a teapot to the cart and reserves it in stock. */'],
      after: ['  return [...cart, teapot];'],
    });
  });

  it('truncates at the limit, reports that, and still counts all matches', async () => {
    const result = await journey.client.grep(id, { pattern: 'TEAPOT', ignoreCase: true, limit: 2 });
    expect(result).toMatchObject({ truncated: true, truncatedBy: 'limit' });
    expect(result.matches).toHaveLength(2);
    expect(result.total).toBeGreaterThan(5);
  });

  it('finishes quickly for a pattern with nested repetition', async () => {
    const result = await journey.client.grep(id, { pattern: '(((a+)+)+)+$' });
    expect(result.totalMs).toBeLessThan(5_000);
  });
});

describe('paths', () => {
  it('are found by words and by glob, file name matches first', async () => {
    expect((await journey.client.findFiles(id, 'cart teapot')).files[0]?.path).toBe(
      'packages/cart/src/teapot-cart.ts',
    );
    const globMatches = await journey.client.findFiles(id, 'docs/**/*.md');
    expect(globMatches.files.map((file) => file.path).sort()).toEqual([
      'docs/errors.md',
      'docs/fr/errors.md',
    ]);
  });
});

describe('a secret', () => {
  it('is listed by file, line and rule', async () => {
    const coverage = await journey.client.coverage(id);
    expect(coverage.masked).toMatchObject([{ path: 'packages/stock/src/reserve.ts', line: 3 }]);
  });

  it('is masked in every response', async () => {
    const responses = await Promise.all([
      journey.client.readFile(id, 'packages/stock/src/reserve.ts'),
      journey.client.search(id, { query: 'reserveTeapot send' }),
      journey.client.search(id, { query: secret }),
      journey.client.grep(id, { pattern: 'send' }),
      journey.client.answer(id, { question: 'Where is reserveTeapot defined?' }),
      journey.client.answer(id, { question: 'What does packages/stock/src/reserve.ts contain?' }),
      journey.client.symbols(id, 'reserveTeapot'),
    ]);
    for (const response of responses) expect(JSON.stringify(response)).not.toContain(secret);
    const masked = await journey.client.grep(id, { pattern: secret.slice(0, 12) });
    expect(masked.total).toBe(0);
  });
});

describe('settings', () => {
  it('skip ignored files, and state the pattern', async () => {
    const { skipped } = await journey.client.coverage(id);
    expect(skipped).toContainEqual(
      expect.objectContaining({
        path: 'packages/cart/package.json',
        reason: 'ignored',
        detail: expect.stringContaining('packages/cart') as string,
      }),
    );
  });

  it('are mentioned in the answer to a question about a skipped file', async () => {
    const answer = await journey.client.answer(id, {
      question: 'Why is packages/cart/package.json not indexed?',
    });
    expect(answer).toMatchObject({ refused: false, confidence: 'high' });
    expect(answer.answer).toMatch(
      /^`packages\/cart\/package\.json` is not indexed \(ignored by pattern\): matches/,
    );
  });

  it('are returned by the health route', async () => {
    const { settings } = await journey.client.health();
    expect(settings).toMatchObject({
      limits: { maxFiles: 9 },
      tags: [{ tag: 'documentation' }, { tag: 'code' }],
    });
  });

  it('limit the size of a repository, with an error that states the limit, the count and the largest folders', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`${index < 8 ? 'big' : 'small'}/f${index}.py`, 'x = 1\n']),
    );
    const archive = await pack(many);
    const failed = await journey.index('many', archive);
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'over_limit' } });
    expect(failed.error?.message).toMatch(/12/);
    expect(failed.error?.message).toMatch(/9/);
    expect(JSON.stringify(failed.error?.details)).toContain('"big"');
    const added = await journey.client.addRepository(
      { name: 'many', subdirectory: 'big' },
      { contentType: 'application/gzip', body: new Uint8Array(archive) },
    );
    let last;
    for await (const view of journey.client.watchRepository(added.id)) last = view;
    expect(last).toMatchObject({ status: 'ready', counts: { files: 8 } });
  });
});
