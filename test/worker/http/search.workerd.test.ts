/** Search's options through the HTTP door: what each changes in what is told, and what is refused. */
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../worker/adapters/tree-sitter/parser.ts';
import { createClient, type Client } from '../../../worker/contract/client.ts';
import { createApp } from '../../../worker/http/app.ts';
import { featureNames } from '../../../worker/retrieval/ranking/feature-names.ts';
import { parseConfig } from '../../../worker/runtime/config.ts';
import { createHashingEmbedder } from '../../support/hashing-embedder.ts';
import { indexed } from '../../support/run-jobs.ts';
import { openWorkbench } from '../../support/services.ts';

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
  ({ id } = await indexed(bench, tree));
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
const resultsOf = async (body: Partial<Body> = {}) => (await search(body)).results;
const scoresBy = async (fusion: Body['fusion']) =>
  (await resultsOf({ reranker: 'none', fusion })).map(({ score }) => score);
const waysOf = async (weights: Body['weights']) =>
  new Set((await resultsOf({ weights, topK: 100 })).flatMap(({ scores }) => Object.keys(scores)));
const refusalOf = async (body: unknown) => {
  const response = await send(`http://localhost/v1/repositories/${id}/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, ...(await response.json<{ code: string; detail: string }>()) };
};

describe('the ranking', () => {
  it('shows what it saw only where it is asked to explain', async () => {
    const [plain] = await resultsOf();
    expect(plain).not.toHaveProperty('features');
    for (const { features } of await resultsOf({ explain: true }))
      expect(Object.keys(features ?? {}).toSorted()).toEqual([...featureNames].toSorted());
  });

  it('is by the fused lists alone with no reranker, however they are fused', async () => {
    for (const fusion of ['sum', 'rrf', 'dbsf'] as const) {
      const found = await resultsOf({ reranker: 'none', fusion });
      expect(found.length).toBeGreaterThan(1);
      for (const { scores } of found)
        expect(Object.keys(scores).filter((name) => name !== 'decay')).toEqual(['fused']);
    }
    expect(await scoresBy('rrf')).not.toEqual(await scoresBy('sum'));
  });

  it('by hand tells the factor of the role, the fitted one its start', async () => {
    const [byHand] = await resultsOf({ reranker: 'signals' });
    const [fitted] = await resultsOf({ reranker: 'learned' });
    expect(byHand?.scores).toHaveProperty('role');
    expect(fitted?.scores).not.toHaveProperty('role');
  });

  it('without a list has nothing of it', async () => {
    const byWords = await resultsOf({ without: ['dense'], explain: true });
    expect(byWords.length).toBeGreaterThan(0);
    expect(byWords.every(({ features }) => features?.['dense'] === 0)).toBe(true);
    const byMeaning = await resultsOf({ without: ['lexical'], explain: true });
    expect(byMeaning.length).toBeGreaterThan(0);
    expect(byMeaning.every(({ features }) => features?.['bm25'] === 0)).toBe(true);
    expect(await resultsOf({ without: ['lexical', 'dense'] })).toEqual([]);
  });
});

const sureOf = async (topK: number) => {
  // The document stands below the twelve parts, and holds a word that they do not.
  const { judged, covered } = await search({
    query: 'prices of a basket told for part 3',
    topK,
    explain: true,
  });
  return { judged, covered };
};

it('is as sure however many results are asked for', async () => {
  const one = await sureOf(1);
  expect(await sureOf(10)).toEqual(one);
  expect(await sureOf(100)).toEqual(one);
});

const pickedOf = async (body: Partial<Body>) =>
  (await resultsOf({ query: 'connect a socket', ...body })).map(({ scores }) => scores['picked'] ?? 0);

describe('the order', () => {
  it('is told to be the fitted one where no cross-encoder is there to be asked', async () => {
    expect(await search()).not.toHaveProperty('notes');
    const found = await search({ reranker: 'cross-encoder' });
    expect(found.notes).toEqual([expect.stringMatching(/fitted ranker alone/)]);
    expect(found.results).toEqual(await resultsOf({ reranker: 'learned' }));
  });

  it('has picked files in it where they are asked for, and says what they count', async () => {
    expect(Math.max(...(await pickedOf({})))).toBe(0);
    const [half, less] = [
      await pickedOf({ fileSelection: 'map', pickedWeight: 0.5 }),
      await pickedOf({ fileSelection: 'map' }),
    ];
    expect(Math.max(...half)).toBeGreaterThan(Math.max(...less));
    expect(Math.max(...less)).toBeGreaterThan(0);
  });
});

describe('three ways', () => {
  const sparse = { sparse: 1, textDense: 0, codeDense: 0 };

  it('give five results unless told otherwise, where a usual search gives more', async () => {
    expect((await resultsOf()).length).toBeGreaterThan(5);
    expect(await resultsOf({ weights: {} })).toHaveLength(5);
    expect(await resultsOf({ weights: {}, topK: 7 })).toHaveLength(7);
  });

  it.each<[string, Partial<Body>]>([
    ['weights', { weights: sparse }],
    ['bounds', { similarity: { sparse: { min: 0.1 } } }],
    ['code', { codeQuery: 'create(host, timeout)' }],
  ])('are searched where %s are given, and each similarity told', async (_, body) => {
    for (const { score, scores } of await resultsOf(body)) {
      const told = Object.entries(scores);
      expect(told.length).toBeGreaterThan(0);
      for (const [way, similarity] of told) {
        expect(['sparse', 'textDense', 'codeDense']).toContain(way);
        expect(similarity).toBeGreaterThan(0);
        expect(similarity).toBeLessThanOrEqual(1);
      }
      const mean = told.reduce((sum, [, similarity]) => sum + similarity, 0) / told.length;
      expect(score).toBeCloseTo(mean, 3);
    }
  });

  it('take a weight that is left out for 1, and leave out a way of weight 0', async () => {
    expect(await waysOf(sparse)).toEqual(new Set(['sparse']));
    expect(await waysOf({ sparse: 0 })).toEqual(new Set(['textDense', 'codeDense']));
    expect(await waysOf({})).toEqual(new Set(['sparse', 'textDense', 'codeDense']));
  });

  it('compare code with the code given', async () => {
    const [first] = await resultsOf({
      codeQuery: 'return create(host, timeout)',
      weights: { sparse: 0, textDense: 0 },
    });
    expect(first?.path).toBe('src/socket.py');
  });

  it('hold to their bounds', async () => {
    const least = await resultsOf({ weights: sparse, similarity: { sparse: { min: 0.9 } }, topK: 100 });
    const most = await resultsOf({ weights: sparse, similarity: { sparse: { max: 0.9 } }, topK: 100 });
    const all = await resultsOf({ weights: sparse, topK: 100 });
    expect(least.length).toBeGreaterThan(0);
    expect(least.every(({ score }) => score >= 0.9)).toBe(true);
    expect(most.every(({ score }) => score <= 0.9)).toBe(true);
    expect(least.length + most.length).toBe(all.length);
  });

  it('name what they were given and have no use for', async () => {
    expect(await search({ weights: {} })).not.toHaveProperty('notes');
    const { notes = [] } = await search({
      weights: {},
      fusion: 'sum',
      reranker: 'learned',
      without: [],
      fileSelection: 'none',
      pickedWeight: 0,
    });
    expect(notes.map((note) => /^`(\w+)` has no part in it/.exec(note)?.[1]).toSorted()).toEqual(
      ['fileSelection', 'fusion', 'pickedWeight', 'reranker', 'without'].toSorted(),
    );
  });

  it('hold to the filters', async () => {
    const found = await resultsOf({ weights: {}, filters: { paths: ['docs/**'] } });
    expect(new Set(found.map(({ path }) => path))).toEqual(new Set(['docs/basket.md']));
    const kinds = await resultsOf({ weights: {}, filters: { kinds: ['docs'] } });
    expect(new Set(kinds.map(({ path }) => path))).toEqual(new Set(['docs/basket.md']));
  });
});

it('what a misspelt word was read as is told, and nothing where none was', async () => {
  expect(await search({ query: 'how are prices of a baskte told' })).toMatchObject({
    readAs: 'how are prices of a basket told',
  });
  expect(await search()).not.toHaveProperty('readAs');
});

describe('a name that is nowhere', () => {
  it.each(['`conect`', 'conect()', 'where is part_elevn.conect called'])(
    'written %s is told with the nearest there are',
    async (query) => {
      const { nearest } = await search({ query });
      expect(nearest).toEqual([{ name: 'connect', path: 'src/socket.py' }]);
    },
  );

  it('is told so beside a name that is there', async () => {
    const { nearest } = await search({ query: '`part3` and `conect`' });
    expect(nearest?.[0]).toEqual({ name: 'connect', path: 'src/socket.py' });
  });

  it.each(['`connect`', 'prices of a basket', '`frobnicate`'])(
    'or is, or is like none, has none told: %s',
    async (query) => expect(await search({ query })).not.toHaveProperty('nearest'),
  );
});

it('what several questions were taken apart to is told, and nothing where it was one', async () => {
  const { subQueries } = await search({ query: 'How are prices told and where is the host opened?' });
  expect(subQueries).toEqual(['How are prices told', 'where is the host opened']);
  expect(await search()).not.toHaveProperty('subQueries');
});

describe('what makes no sense', () => {
  const query = 'basket';
  it.each<[object, RegExp]>([
    [
      { query, weights: { sparse: 0, textDense: 0, codeDense: 0 } },
      /weights: One of the weights must be above 0\.$/,
    ],
    [
      { query, similarity: { textDense: { min: 0.8, max: 0.2 } } },
      /similarity\.textDense: The lowest similarity must not be above/,
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
  ])('%j is refused, and told why', async (body, detail) => {
    expect(await refusalOf(body)).toMatchObject({
      status: 400,
      code: 'invalid_request',
      detail: expect.stringMatching(detail) as string,
    });
  });
});
