/** The environment becomes a configuration, or one error with all problems. */
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../worker/runtime/config.ts';
import { variables } from '../../../worker/runtime/variables.ts';
import { hostedSecrets } from '../../support/accounts/hosted-server.ts';

const hosted = { MODE: 'hosted', PUBLIC_URL: 'https://code.example.org', ...hostedSecrets };

function findProblems(environment: Readonly<Record<string, unknown>>): string[] {
  try {
    parseConfig(environment);
    return [];
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const [head, ...problems] = error.message.split('\n');
    expect(head).toBe('The configuration is not valid:');
    return problems;
  }
}

describe('the defaults', () => {
  it('are open mode on loopback, without limits on lines and files', () => {
    const config = parseConfig({});
    expect(config).toMatchObject({ mode: 'open', allowedHosts: ['localhost', '127.0.0.1', '[::1]'] });
    expect(config.settings.limits).toMatchObject({ maxLines: Infinity, maxFiles: Infinity });
    expect(config.settings.ignore).toEqual([]);
  });

  it('equal the table of variables', () => {
    const defaults = Object.fromEntries(variables.map((variable) => [variable.name, variable.default]));
    expect(parseConfig(defaults)).toEqual(parseConfig({}));
    expect(parseConfig(Object.fromEntries(variables.map(({ name }) => [name, ''])))).toEqual(parseConfig({}));
  });
});

describe('hosted mode', () => {
  it('has its own limits, which variables override', () => {
    const { limits } = parseConfig(hosted).settings;
    expect(limits).toMatchObject({
      maxUploadBytes: 500_000_000,
      maxLines: 200_000,
      maxFiles: 5_000,
      maxUnpackedBytes: 2_000_000_000,
      maxArchiveEntries: 100_000,
    });
    expect(limits.maxFileBytes).toBe(parseConfig({}).settings.limits.maxFileBytes);
    const raised = parseConfig({ ...hosted, MAX_LINES: '1000000', MAX_FILES: 'none' }).settings.limits;
    expect(raised).toMatchObject({ maxLines: 1_000_000, maxFiles: Infinity });
  });

  it('is stricter than open mode wherever it differs', () => {
    const [open, strict] = [parseConfig({}), parseConfig(hosted)].map((config) => config.settings.limits);
    for (const [name, cap] of Object.entries(strict ?? {}))
      expect(cap).toBeLessThanOrEqual({ ...open }[name as keyof typeof open] ?? 0);
  });
});

describe('values', () => {
  it.each([
    ['numbers as wrangler.toml may write them', { TOP_K: 25, MODE: 'open' }, 25],
    ['spaces around', { TOP_K: ' 25 ' }, 25],
    ['only spaces, which count as unset', { TOP_K: '  ' }, 10],
  ])('may have %s', (_, environment, topK) => {
    expect(parseConfig(environment).settings.retrieval.topK).toBe(topK);
  });

  it('are split at commas into lists', () => {
    const config = parseConfig({ ALLOWED_HOSTS: ' Code.Example.org , localhost,', IGNORE: 'dist/**,*.snap' });
    expect(config.allowedHosts).toEqual(['code.example.org', 'localhost']);
    expect(config.settings.ignore).toEqual(['dist/**', '*.snap']);
  });

  it('can be the public address, which has no path', () => {
    expect(parseConfig({ PUBLIC_URL: 'https://Code.Example.org/' }).publicUrl).toBe(
      'https://code.example.org',
    );
    expect(parseConfig({}).publicUrl).toBeUndefined();
    for (const PUBLIC_URL of ['code.example.org', 'https://a.example/path', 'ftp://a.example'])
      expect(() => parseConfig({ PUBLIC_URL })).toThrow('PUBLIC_URL is');
  });

  it('can be repository names with spaces and slashes', () => {
    expect(parseConfig({ POPULAR: ' acme/tool, my project ,,' }).settings.popular).toEqual([
      'acme/tool',
      'my project',
    ]);
    expect(parseConfig({}).settings.popular).toEqual([]);
    const names = Array.from({ length: 50 }, (_, at) => 'n'.repeat(198) + String(at + 10));
    expect(parseConfig({ POPULAR: names.join(',') }).settings.popular).toEqual(names);
  });

  it('of the embedder are not part of the public settings', () => {
    const config = parseConfig({
      EMBEDDER: 'openai',
      EMBEDDER_URL: 'http://127.0.0.1:1/v1/',
      EMBEDDER_KEY: 's3cret',
    });
    expect(config.embedder).toMatchObject({
      provider: 'openai',
      url: 'http://127.0.0.1:1/v1',
      key: 's3cret',
    });
    expect(JSON.stringify(config.settings)).not.toContain('s3cret');
    expect(parseConfig({}).embedder.provider).toBe('embedded');
  });

  it('of other bindings are ignored', () => {
    expect(parseConfig({ CATALOG: { prepare: () => undefined }, UNKNOWN: 'x' })).toEqual(parseConfig({}));
  });
});

describe('problems', () => {
  it.each([
    ['MODE', 'closed', 'one of open, hosted'],
    ['TOP_K', '0', 'a whole number from 1 to 100'],
    ['TOP_K', '1.5', 'a whole number from 1 to 100'],
    ['TOP_K', 'ten', 'a whole number from 1 to 100'],
    ['TOP_K', '0x10', 'a whole number from 1 to 100'],
    ['MAX_LINES', '-1', '`none` or a whole number'],
    ['MAX_LINES', 'Infinity', '`none` or a whole number'],
    ['OUT_OF_SCOPE_BELOW', '1.5', 'a number from 0 to 1'],
    ['OUT_OF_SCOPE_BELOW', '50%', 'a number from 0 to 1'],
    ['MAX_UPLOAD_BYTES', '5GB', 'a whole number'],
    ['MAX_FILE_BYTES', '3000000', 'a whole number from 1 to 1900000'],
  ])('%s=%s is reported with the expected value', (name, value, expected) => {
    const problems = findProblems({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`${name} is "${value}"; it must be ${expected}`);
  });

  it.each([
    [{ EMBEDDER: 'workers-ai' }, 'the binding AI is missing'],
    [{ EMBEDDER: 'workers-ai', AI: {}, EMBEDDER_MODEL: 'huge' }, 'one of small, base, large, m3'],
    [{ VECTOR_INDEX: 'vectorize' }, 'the binding VECTORIZE is missing'],
    [{ EMBEDDER: 'openai', EMBEDDER_URL: 'example.org/v1' }, 'must be an http:// or https:// address'],
    [{ EMBEDDER: 'openai', EMBEDDER_MODEL: 'mine' }, 'set the dimensions of mine'],
    [
      {
        EMBEDDER: 'openai',
        EMBEDDER_MODEL: 'text-embedding-3-large',
        VECTOR_INDEX: 'vectorize',
        VECTORIZE: {},
      },
      'supports at most 1536 dimensions; the model has 3072',
    ],
    [{ RERANKER: 'workers-ai' }, 'RERANKER is workers-ai, but the binding AI is missing'],
    [{ RERANKER: 'best' }, 'one of learned, workers-ai, model'],
    [{ RERANKER: 'model' }, 'RERANKER is model, but MODELS is empty'],
    [{ FILE_SELECTION: 'model' }, 'FILE_SELECTION is model, but MODELS is empty'],
    [{ MODELS: 'compatible/tiny' }, 'MODELS contains compatible/tiny, but COMPATIBLE_URL is not set.'],
    [{ MODELS: 'workers-ai/@cf/a/b,openai/gpt' }, 'MODELS contains openai/gpt, but OPENAI_KEY is not set.'],
    [{ PLANNER: 'model' }, 'PLANNER is model, but MODELS is empty'],
    [{ PLANNER: 'oracle' }, 'one of embedded, model'],
    [{ RERANK_K: '1' }, 'a whole number from 2 to 100'],
    [{ FILE_SELECTION: 'tree' }, 'one of none, map'],
    [{ DEFINITION_CHOICE: 'none' }, 'one of model, ranking'],
    [{ CLAIM_JUDGE: 'always' }, 'CLAIM_JUDGE is "always"; it must be off, on-request or provider/model'],
    [{ CLAIM_JUDGE: 'openai/gpt' }, 'CLAIM_JUDGE is openai/gpt, but OPENAI_KEY is not set.'],
    [{ PICKED_WEIGHT: '1.2' }, 'a number from 0 to 1'],
    [{ EMBEDDER: 'magic' }, 'one of embedded, workers-ai, openai, none'],
  ])('of embedder and ranking are reported: %j', (environment, expected) => {
    expect(findProblems(environment)).toEqual([expect.stringContaining(expected)]);
  });

  it('are reported for too many and too long names', () => {
    const many = Array.from({ length: 51 }, (_, at) => `r${at}`).join(',');
    expect(findProblems({ POPULAR: many })).toEqual(['POPULAR has 51 names; the maximum is 50.']);
    expect(findProblems({ POPULAR: `fine,${'n'.repeat(201)}` })).toEqual([
      `POPULAR contains "${'n'.repeat(40)}…" with 201 characters; a name has at most 200.`,
    ]);
  });

  it('are reported together', () => {
    const problems = findProblems({
      MODE: 'x',
      TOP_K: 'y',
      MAX_FILES: '0',
      CHUNK_MIN_TOKENS: '600',
      PACK_BYTES: '1',
    });
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'MODE',
      'MAX_FILES',
      'PACK_BYTES',
      'TOP_K',
      'CHUNK_MIN_TOKENS',
    ]);
  });

  it.each([
    [{ CHUNK_MIN_TOKENS: '512' }, /^CHUNK_MIN_TOKENS \(512\) must be below CHUNK_MAX_TOKENS \(512\)\.$/],
    [{ OUT_OF_SCOPE_BELOW: '0.9' }, /^OUT_OF_SCOPE_BELOW \(0\.9\) must not be above LOW_CONFIDENCE_BELOW/],
  ])('are reported for conflicting variables: %j', (environment, expected) => {
    expect(findProblems(environment)).toEqual([expect.stringMatching(expected)]);
  });
});

it('lists every variable once with its meaning', () => {
  expect(new Set(variables.map((variable) => variable.name)).size).toBe(variables.length);
  for (const variable of variables) expect(variable.meaning.length).toBeGreaterThan(10);
});
