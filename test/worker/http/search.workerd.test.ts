/** Search options over HTTP: their effects and validation. */
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../worker/adapters/tree-sitter/parser.ts';
import { createClient, type Client } from '../../../worker/contract/client.ts';
import { createApp } from '../../../worker/http/app.ts';
import { featureNames } from '../../../worker/retrieval/ranking/feature-names.ts';
import { parseConfig } from '../../../worker/runtime/config.ts';
import { createHashingEmbedder } from '../../support/fakes/hashing-embedder.ts';
import { uploadAndIndex } from '../../support/workbench/run-jobs.ts';
import { openWorkbench } from '../../support/workbench/workbench.ts';

const functions = Array.from(
  { length: 12 },
  (_, at) =>
    [
      `src/part${at}.py`,
      `def part${at}(basket):\n    """Prices of part ${at}."""\n    return basket[${at}]\n`,
    ] as const,
);
const tree = {
  ...Object.fromEntries(functions),
  'src/socket.py': 'def connect(host):\n    """Opens a line."""\n    return create(host, timeout)\n',
  'docs/basket.md': '# Basket\n\nHow prices of a basket are told.\n',
};

let client: Client;
let send: typeof fetch;
let id: string;
beforeAll(async () => {
  const { settings } = parseConfig({});
  const bench = await openWorkbench(({ dense }) => ({
    parser: createTreeSitterParser(),
    settings,
    dense: dense && { ...dense, embedder: createHashingEmbedder(4096) },
  }));
  ({ id } = await uploadAndIndex(bench, tree));
  const app = createApp<object>(() => ({
    services: bench.services,
    config: { ...parseConfig({}), allowedHosts: ['localhost'] },
    assets: undefined,
    adapters: {} as never,
    version: 'test',
  }));
  send = async (input, init) =>
    app.fetch(new Request(input instanceof Request ? input : String(input), init), env);
  client = createClient({ baseUrl: 'http://localhost', fetch: send });
});

type Body = Parameters<Client['search']>[1];
const search = (body: Partial<Body> = {}) => client.search(id, { query: 'prices of a basket', ...body });
const getResults = async (body: Partial<Body> = {}) => (await search(body)).results;
const scoresBy = async (fusion: Body['fusion']) =>
  (await getResults({ reranker: 'none', fusion })).map(({ score }) => score);
const listModalities = async (weights: Body['weights']) =>
  new Set((await getResults({ weights, topK: 100 })).flatMap(({ scores }) => Object.keys(scores)));
const getProblem = async (body: unknown) => {
  const response = await send(`http://localhost/v1/repositories/${id}/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, ...(await response.json<{ code: string; detail: string }>()) };
};

describe('the ranking', () => {
  it('returns features only with `explain`', async () => {
    const [plain] = await getResults();
    expect(plain).not.toHaveProperty('features');
    for (const { features } of await getResults({ explain: true, reranker: 'signals' }))
      expect(Object.keys(features ?? {}).toSorted()).toEqual([...featureNames].toSorted());
    const query = 'how are the prices of a basket computed and shown to customers of a shop';
    const [best, ...others] = await getResults({ explain: true, query });
    expect(best?.features).toMatchObject({ nameBm25: expect.any(Number), learnedScore: expect.any(Number) });
    for (const { features } of others) expect(features).toBeDefined();
  });

  it('uses only the fused lists without a reranker, for every fusion method', async () => {
    for (const fusion of ['sum', 'rrf', 'dbsf'] as const) {
      const found = await getResults({ reranker: 'none', fusion });
      expect(found.length).toBeGreaterThan(1);
      for (const { scores } of found)
        expect(Object.keys(scores).filter((name) => name !== 'decay')).toEqual(['fused']);
    }
    expect(await scoresBy('rrf')).not.toEqual(await scoresBy('sum'));
  });

  it('returns the role factor for hand-chosen weights, and the start value for the learned ranker', async () => {
    const [byHand] = await getResults({ reranker: 'signals' });
    const [fitted] = await getResults({ reranker: 'learned' });
    expect(byHand?.scores).toHaveProperty('role');
    expect(fitted?.scores).not.toHaveProperty('role');
  });

  it('excludes the results of a disabled list', async () => {
    const byWords = await getResults({ without: ['dense'], explain: true, reranker: 'signals' });
    expect(byWords.length).toBeGreaterThan(0);
    expect(byWords.every(({ features }) => features?.['dense'] === 0)).toBe(true);
    const byMeaning = await getResults({ without: ['lexical'], explain: true, reranker: 'signals' });
    expect(byMeaning.length).toBeGreaterThan(0);
    expect(byMeaning.every(({ features }) => features?.['bm25'] === 0)).toBe(true);
    expect(await getResults({ without: ['lexical', 'dense'] })).toEqual([]);
  });
});

const getConfidence = async (topK: number) => {
  // The document ranks below the twelve parts, and contains a word that they lack.
  const { estimate, covered } = await search({
    query: 'prices of a basket told for part 3',
    topK,
    explain: true,
  });
  return { estimate, covered };
};

it('has the same confidence for any number of results', async () => {
  const one = await getConfidence(1);
  expect(await getConfidence(10)).toEqual(one);
  expect(await getConfidence(100)).toEqual(one);
});

const getPickedScores = async (body: Partial<Body>) =>
  (await getResults({ query: 'connect a socket', ...body })).map(({ scores }) => scores['picked'] ?? 0);

describe('the reranking', () => {
  it('is reported as the learned one if no cross-encoder is configured', async () => {
    expect(await search()).not.toHaveProperty('notes');
    const found = await search({ reranker: 'cross-encoder' });
    expect(found.notes).toEqual([expect.stringMatching(/learned ranker only/)]);
    expect(found.results).toEqual(await getResults({ reranker: 'learned' }));
  });

  it('includes picked files on request, with their score', async () => {
    expect(Math.max(...(await getPickedScores({})))).toBe(0);
    const [half, less] = [
      await getPickedScores({ fileSelection: 'map', pickedWeight: 0.5 }),
      await getPickedScores({ fileSelection: 'map' }),
    ];
    expect(Math.max(...half)).toBeGreaterThan(Math.max(...less));
    expect(Math.max(...less)).toBeGreaterThan(0);
  });
});

describe('search by modality', () => {
  const sparse = { sparse: 1, textDense: 0, codeDense: 0 };

  it('returns five results by default', async () => {
    expect((await getResults()).length).toBeGreaterThan(5);
    expect(await getResults({ weights: {} })).toHaveLength(5);
    expect(await getResults({ weights: {}, topK: 7 })).toHaveLength(7);
  });

  it.each<[string, Partial<Body>]>([
    ['weights', { weights: sparse }],
    ['bounds', { similarity: { sparse: { min: 0.1 } } }],
    ['code', { codeQuery: 'create(host, timeout)' }],
  ])('returns each similarity for %s', async (_, body) => {
    for (const { score, scores } of await getResults(body)) {
      const similarities = Object.entries(scores);
      expect(similarities.length).toBeGreaterThan(0);
      for (const [modality, similarity] of similarities) {
        expect(['sparse', 'textDense', 'codeDense']).toContain(modality);
        expect(similarity).toBeGreaterThan(0);
        expect(similarity).toBeLessThanOrEqual(1);
      }
      const mean = similarities.reduce((sum, [, similarity]) => sum + similarity, 0) / similarities.length;
      expect(score).toBeCloseTo(mean, 3);
    }
  });

  it('uses weight 1 by default, and skips a modality with weight 0', async () => {
    expect(await listModalities(sparse)).toEqual(new Set(['sparse']));
    expect(await listModalities({ sparse: 0 })).toEqual(new Set(['textDense', 'codeDense']));
    expect(await listModalities({})).toEqual(new Set(['sparse', 'textDense', 'codeDense']));
  });

  it('compares code with `codeQuery`', async () => {
    const [first] = await getResults({
      codeQuery: 'return create(host, timeout)',
      weights: { sparse: 0, textDense: 0 },
    });
    expect(first?.path).toBe('src/socket.py');
  });

  it('respects similarity bounds', async () => {
    const aboveMin = await getResults({ weights: sparse, similarity: { sparse: { min: 0.9 } }, topK: 100 });
    const belowMax = await getResults({ weights: sparse, similarity: { sparse: { max: 0.9 } }, topK: 100 });
    const all = await getResults({ weights: sparse, topK: 100 });
    expect(aboveMin.length).toBeGreaterThan(0);
    expect(aboveMin.every(({ score }) => score >= 0.9)).toBe(true);
    expect(belowMax.every(({ score }) => score <= 0.9)).toBe(true);
    expect(aboveMin.length + belowMax.length).toBe(all.length);
  });

  it('lists ignored options in notes', async () => {
    expect(await search({ weights: {} })).not.toHaveProperty('notes');
    const { notes = [] } = await search({
      weights: {},
      fusion: 'sum',
      reranker: 'learned',
      without: [],
      fileSelection: 'none',
      pickedWeight: 0,
    });
    expect(notes.map((note) => /^`(\w+)` is ignored/.exec(note)?.[1]).toSorted()).toEqual(
      ['fileSelection', 'fusion', 'pickedWeight', 'reranker', 'without'].toSorted(),
    );
  });

  it('respects filters', async () => {
    const found = await getResults({ weights: {}, filters: { paths: ['docs/**'] } });
    expect(new Set(found.map(({ path }) => path))).toEqual(new Set(['docs/basket.md']));
    const kinds = await getResults({ weights: {}, filters: { kinds: ['docs'] } });
    expect(new Set(kinds.map(({ path }) => path))).toEqual(new Set(['docs/basket.md']));
  });
});

async function listPaths(options: Parameters<typeof search>[0]): Promise<string[]> {
  const { results } = await search({ topK: 50, ...options });
  return [...new Set(results.map(({ path }) => path))];
}

it('accepts a filter expression in addition to the lists', async () => {
  expect(await listPaths({ filter: 'path:docs/** -path:**/*.py' })).toEqual(['docs/basket.md']);
  expect(await listPaths({ filter: '-role:docs', filters: { paths: ['docs/**'] } })).toEqual([]);
});

it('returns `readAs` only for a misspelled word', async () => {
  expect(await search({ query: 'how are prices of a baskte told' })).toMatchObject({
    readAs: 'how are prices of a basket told',
  });
  expect(await search()).not.toHaveProperty('readAs');
});

describe('an unknown name', () => {
  it.each(['`conect`', 'conect()', 'where is part_elevn.conect called'])(
    'written %s is reported with the nearest matches',
    async (query) => {
      const { nearest } = await search({ query });
      expect(nearest).toEqual([{ name: 'connect', path: 'src/socket.py' }]);
    },
  );

  it('is reported next to a known name', async () => {
    const { nearest } = await search({ query: '`part3` and `conect`' });
    expect(nearest?.[0]).toEqual({ name: 'connect', path: 'src/socket.py' });
  });

  it.each(['`connect`', 'prices of a basket', '`frobnicate`'])(
    'is not reported for a known name or one without similar names: %s',
    async (query) => expect(await search({ query })).not.toHaveProperty('nearest'),
  );
});

it('returns `subQueries` only for several questions', async () => {
  const { subQueries } = await search({ query: 'How are prices told and where is the host opened?' });
  expect(subQueries).toEqual(['How are prices told', 'where is the host opened']);
  expect(await search()).not.toHaveProperty('subQueries');
});

describe('an invalid request', () => {
  const query = 'basket';
  it.each<[object, RegExp]>([
    [
      { query, weights: { sparse: 0, textDense: 0, codeDense: 0 } },
      /weights: One of the weights must be above 0\.$/,
    ],
    [
      { query, similarity: { textDense: { min: 0.8, max: 0.2 } } },
      /similarity\.textDense: `min` must not be above `max`/,
    ],
    [{ query, similarity: { sparse: { max: 1.5 } } }, /similarity\.sparse\.max/],
    [{ query, weights: { sparse: -1 } }, /weights\.sparse/],
    [{ query, weights: { meaning: 1 } }, /weights/],
    [{ query, codeQuery: ' ' }, /codeQuery/],
    [{ query, fusion: 'max' }, /fusion/],
    [{ query, reranker: 'best' }, /reranker/],
    [{ query, fileSelection: 'tree' }, /fileSelection/],
    [{ query, pickedWeight: 2 }, /pickedWeight/],
    [{ query, without: ['graph'] }, /without/],
    [{ query, explain: 'yes' }, /explain/],
    [{ query, topK: 0 }, /topK/],
  ])('%j is rejected with a reason', async (body, detail) => {
    expect(await getProblem(body)).toMatchObject({
      status: 400,
      code: 'invalid_request',
      detail: expect.stringMatching(detail) as string,
    });
  });
});
