/** Searches three modalities, each with its query, weight and bounds. A score is a weighted mean of similarities. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../../worker/adapters/tree-sitter/parser.ts';
import { AppError } from '../../../../worker/core/errors.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';
import {
  retrieveByModality,
  modalities,
  type ModalityQuery,
} from '../../../../worker/retrieval/search/retrieve-by-modality.ts';
import { retrieveSpans, type RetrievalScope } from '../../../../worker/retrieval/search/retrieve-spans.ts';
import { createHashingEmbedder, type HashingEmbedder } from '../../../support/fakes/hashing-embedder.ts';
import { createRetrievalScope } from '../../../support/samples/ask-workbench.ts';
import { uploadAndIndex } from '../../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

const tree = {
  'src/basket.py':
    'def total(basket):\n    """Adds the prices of a basket."""\n    return sum(line.price for line in basket)\n',
  'src/socket.py':
    'def connect(host):\n    """Opens a connection."""\n    return socket.create(host, timeout)\n',
  'src/silent.py': 'def quiet(line):\n    return sum(line.price)\n',
  'tests/test_basket.py': 'def test_total():\n    assert total(prices) == basket\n',
  'docs/prices.md': '# Prices\n\nHow prices of a basket are shown.\n',
};

let bench: Workbench;
let scope: RetrievalScope;
const embedded: string[] = [];
beforeAll(async () => {
  bench = await openWorkbench(({ dense }) => {
    const embedder: HashingEmbedder = createHashingEmbedder(4096);
    const embedQuery = (text: string) => {
      embedded.push(text);
      return embedder.embedQuery(text);
    };
    return {
      parser: createTreeSitterParser(),
      dense: dense && { ...dense, embedder: { ...embedder, embedQuery } },
    };
  });
  const { id } = await uploadAndIndex(bench, tree);
  scope = await createRetrievalScope(bench, id);
});

const unbounded = { least: 0, most: 1 };
const defaultQuery: ModalityQuery = {
  code: undefined,
  weights: { sparse: 1, textDense: 1, codeDense: 1 },
  bounds: { sparse: unbounded, textDense: unbounded, codeDense: unbounded },
};
const retrieve = async (
  text: string,
  query: Partial<ModalityQuery> = {},
  scopeOverrides: Partial<RetrievalScope> = {},
) =>
  (
    await retrieveByModality(bench.services, { ...scope, ...scopeOverrides }, readQuestion(text), {
      ...defaultQuery,
      ...query,
    })
  ).spans;
const scoresByPath = async (...request: Parameters<typeof retrieve>) =>
  Object.fromEntries((await retrieve(...request)).map(({ chunk, scores }) => [chunk.path, scores]));
const onlyModality = (modality: keyof ModalityQuery['weights']): ModalityQuery['weights'] => ({
  sparse: 0,
  textDense: 0,
  codeDense: 0,
  [modality]: 1,
});
const question = 'prices of a basket';
const code = 'return sum(line.price)';

describe('a score', () => {
  it('is the weighted mean of the similarities of a chunk, best first', async () => {
    for (const weights of [defaultQuery.weights, { sparse: 3, textDense: 0.5, codeDense: 1 }]) {
      const spans = await retrieve(question, { weights });
      expect(spans.length).toBeGreaterThan(1);
      for (const [at, { score, scores }] of spans.entries()) {
        const present = modalities.filter((modality) => scores[modality] !== undefined);
        const weight = present.reduce((sum, modality) => sum + weights[modality], 0);
        const sum = present.reduce(
          (total, modality) => total + weights[modality] * (scores[modality] ?? 0),
          0,
        );
        expect(score).toBeCloseTo(sum / weight, 3);
        expect(score).toBeLessThanOrEqual(spans[at - 1]?.score ?? 1);
      }
    }
  });

  it('ignores a similarity that the chunk cannot have', async () => {
    // A document without a code sample has no code vector, so its mean covers the other two modalities.
    const { 'docs/prices.md': document } = await scoresByPath(question);
    expect(Object.keys(document ?? {}).toSorted()).toEqual(['sparse', 'textDense']);
  });

  it('combines similarities between 0 and 1; the best lexical similarity is 1', async () => {
    const scores = Object.values(await scoresByPath(question));
    for (const similarity of scores.flatMap((each) => Object.values(each))) {
      expect(similarity).toBeGreaterThan(0);
      expect(similarity).toBeLessThanOrEqual(1);
    }
    expect(Math.max(...scores.map((each) => each['sparse'] ?? 0))).toBe(1);
  });

  it('reports the similarity in every modality, whichever found the chunk', async () => {
    const { 'src/basket.py': found } = await scoresByPath(question);
    expect(Object.keys(found ?? {}).toSorted()).toEqual(['codeDense', 'sparse', 'textDense']);
  });
});

it('ranks chunks found by more modalities first among equal scores', async () => {
  const { dense } = bench.services;
  const hits = (await retrieve(question)).map(({ chunk }, at) => ({ key: chunk.key, at }));
  // Every hit has the same similarity; the half with the lower keys is found by one modality only.
  const keys = hits.map(({ key }) => key).toSorted((a, b) => a - b);
  const vectorIndex = dense && {
    ...dense.vectorIndex,
    search: (_: unknown, { modality }: { readonly modality: string }) =>
      Promise.resolve(
        keys
          .filter((_key, at) => modality !== 'code' || at * 2 >= keys.length)
          .map((key) => ({ key, similarity: 0.5 })),
      ),
    similarities: () => Promise.resolve(new Map<number, number>()),
  };
  const services = { ...bench.services, dense: dense && vectorIndex && { ...dense, vectorIndex } };
  const { spans } = await retrieveByModality(services, scope, readQuestion(question), {
    ...defaultQuery,
    weights: { ...defaultQuery.weights, sparse: 0 },
  });
  expect(new Set(spans.map(({ score }) => score))).toEqual(new Set([0.5]));
  const counts = spans.map(({ scores }) => Object.keys(scores).length);
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  expect(new Set(counts)).toEqual(new Set([1, 2]));
});

describe('a modality', () => {
  it('with weight 0 is not searched', async () => {
    const bySparse = await scoresByPath(question, { weights: onlyModality('sparse') });
    expect(Object.values(bySparse).flatMap(Object.keys)).toContain('sparse');
    expect(new Set(Object.values(bySparse).flatMap(Object.keys))).toEqual(new Set(['sparse']));
    const withoutWords = await scoresByPath(question, { weights: { sparse: 0, textDense: 1, codeDense: 1 } });
    expect(Object.values(withoutWords).flatMap(Object.keys)).not.toContain('sparse');
  });

  it('for code compares the given code with code, independent of the question’s words', async () => {
    const [first] = await retrieve('Opens a connection', { code, weights: onlyModality('codeDense') });
    expect(first?.chunk.path).toBe('src/silent.py');
    const [byText] = await retrieve('Opens a connection', { code, weights: onlyModality('textDense') });
    expect(byText?.chunk.path).toBe('src/socket.py');
    expect(Object.keys(await scoresByPath('Opens a connection', { code }))).toEqual(
      expect.arrayContaining(['src/silent.py', 'src/socket.py']),
    );
  });

  it('for code uses the question if no code is given', async () => {
    const [first] = await retrieve('socket create host timeout', { weights: onlyModality('codeDense') });
    expect(first?.chunk.path).toBe('src/socket.py');
  });

  it('embeds its query once, and not at all if it is not searched', async () => {
    embedded.length = 0;
    await retrieve(question, { code });
    expect(embedded.toSorted()).toEqual([question, code].toSorted());
    embedded.length = 0;
    await retrieve(question);
    expect(embedded).toEqual([question]);
    embedded.length = 0;
    await retrieve(question, { code, weights: onlyModality('sparse') });
    expect(embedded).toEqual([]);
  });

  it('that needs vectors is not searched without an embedder', async () => {
    const services = { ...bench.services, dense: undefined };
    const { spans } = await retrieveByModality(services, scope, readQuestion(question), defaultQuery);
    expect(spans.length).toBeGreaterThan(0);
    expect(new Set(spans.flatMap(({ scores }) => Object.keys(scores)))).toEqual(new Set(['sparse']));
  });
});

describe('bounds', () => {
  it('exclude similarities below the minimum or above the maximum', async () => {
    const all = await scoresByPath('Adds the prices of a basket', { weights: onlyModality('textDense') });
    const found = Object.values(all)
      .map((each) => each['textDense'] ?? 0)
      .toSorted();
    const middle = (found[0] ?? 0) / 2 + (found.at(-1) ?? 0) / 2;
    expect(found.length).toBeGreaterThan(1);
    for (const [textDense, expected] of [
      [{ least: middle, most: 1 }, found.filter((similarity) => similarity >= middle)],
      [{ least: 0, most: middle }, found.filter((similarity) => similarity <= middle)],
    ] as const) {
      const remaining = await scoresByPath('Adds the prices of a basket', {
        weights: onlyModality('textDense'),
        bounds: { ...defaultQuery.bounds, textDense },
      });
      expect(
        Object.values(remaining)
          .map((each) => each['textDense'])
          .toSorted(),
      ).toEqual(expected);
    }
  });

  it('of one modality exclude chunks outside them, whatever their other similarities, and do not change the rest', async () => {
    const all = await scoresByPath(question);
    const sparseScore = (path: string) => all[path]?.['sparse'] ?? 0;
    const bounded = await scoresByPath(question, {
      bounds: { ...defaultQuery.bounds, sparse: { least: 0.5, most: 1 } },
    });
    const pathsWithin = Object.keys(all).filter((path) => sparseScore(path) >= 0.5);
    expect(pathsWithin.length).toBeLessThan(Object.keys(all).length);
    expect(Object.keys(bounded).toSorted()).toEqual(pathsWithin.toSorted());
    for (const [path, each] of Object.entries(bounded)) expect(each).toEqual(all[path]);
  });

  it('treat a missing similarity as 0: a minimum excludes it, a maximum does not', async () => {
    const least = { ...defaultQuery.bounds, codeDense: { least: 0.01, most: 1 } };
    const most = { ...defaultQuery.bounds, codeDense: { least: 0, most: 0.01 } };
    expect(Object.keys(await scoresByPath(question))).toContain('docs/prices.md');
    expect(Object.keys(await scoresByPath(question, { bounds: least }))).not.toContain('docs/prices.md');
    expect(Object.keys(await scoresByPath(question, { bounds: most }))).toContain('docs/prices.md');
  });

  it('of a modality that is not searched exclude nothing', async () => {
    const bounds = { ...defaultQuery.bounds, codeDense: { least: 0.99, most: 1 } };
    const weights = { ...defaultQuery.weights, codeDense: 0 };
    expect(await scoresByPath(question, { bounds, weights })).toEqual(
      await scoresByPath(question, { weights }),
    );
    const services = { ...bench.services, dense: undefined };
    const found = await retrieveByModality(services, scope, readQuestion(question), {
      ...defaultQuery,
      bounds,
    });
    expect(found.spans.length).toBeGreaterThan(0);
  });

  it('up to 1 include an identical chunk despite rounding of its vector', async () => {
    const { dense } = bench.services;
    const vectorIndex = dense && {
      ...dense.vectorIndex,
      search: async (...request: Parameters<typeof dense.vectorIndex.search>) =>
        (await dense.vectorIndex.search(...request)).map((hit) => ({ ...hit, similarity: 1.000001 })),
    };
    const services = { ...bench.services, dense: dense && vectorIndex && { ...dense, vectorIndex } };
    const { spans } = await retrieveByModality(services, scope, readQuestion(question), {
      ...defaultQuery,
      weights: onlyModality('textDense'),
    });
    expect(spans[0]).toMatchObject({ score: 1, scores: { textDense: 1 } });
  });
});

describe('an unavailable embedder', () => {
  const unavailable = new AppError('embedder_unavailable', 'The server of m did not answer.');
  const withFailingEmbedder = () => {
    const { dense } = bench.services;
    const embedQuery = (text: string) =>
      text === question
        ? (dense?.embedder.embedQuery(text) ?? Promise.reject(unavailable))
        : Promise.reject<Float32Array>(unavailable);
    return { ...bench.services, dense: dense && { ...dense, embedder: { ...dense.embedder, embedQuery } } };
  };

  it('yields a keyword search and a note', async () => {
    const request = { ...defaultQuery, code };
    const { note, ...found } = await retrieveByModality(
      withFailingEmbedder(),
      scope,
      readQuestion(question),
      request,
    );
    expect(note).toMatch(/keywords only.*The server of m did not answer/);
    const services = { ...bench.services, dense: undefined };
    const byWords = await retrieveByModality(services, scope, readQuestion(question), request);
    expect({ ...found, note: undefined }).toEqual(byWords);
    expect(found.spans.length).toBeGreaterThan(0);
    expect(found.nearness).toBeUndefined();
  });

  it('fails a search without words and does not affect a keyword search', async () => {
    const codeQuery = { ...defaultQuery, code, weights: onlyModality('codeDense') };
    await expect(
      retrieveByModality(withFailingEmbedder(), scope, readQuestion(question), codeQuery),
    ).rejects.toBe(unavailable);
    const keywordQuery = { ...defaultQuery, code, weights: onlyModality('sparse') };
    expect(
      (await retrieveByModality(withFailingEmbedder(), scope, readQuestion(question), keywordQuery)).note,
    ).toBeUndefined();
  });
});

const nearnessFor = async (query: Partial<ModalityQuery> = {}, text = question) =>
  (await retrieveByModality(bench.services, scope, readQuestion(text), { ...defaultQuery, ...query }))
    .nearness;

describe('the nearness of the question', () => {
  it('equals that of `retrieveSpans`, whatever code is given', async () => {
    const choice = { fusion: 'sum', ranker: 'learned', without: [] } as const;
    for (const text of [question, 'Which tests check prices?']) {
      const { nearness } = await retrieveSpans(bench.services, scope, readQuestion(text), choice);
      expect(nearness?.similarities.length).toBeGreaterThan(0);
      expect(await nearnessFor({}, text)).toEqual(nearness);
      expect(await nearnessFor({ code }, text)).toEqual(nearness);
    }
  });

  it('is undefined without the text modality or without an embedder', async () => {
    expect(await nearnessFor({ weights: { sparse: 1, textDense: 0, codeDense: 1 }, code })).toBeUndefined();
    const services = { ...bench.services, dense: undefined };
    const { nearness } = await retrieveByModality(services, scope, readQuestion(question), defaultQuery);
    expect(nearness).toBeUndefined();
  });
});

it('searches only the requested paths in every modality', async () => {
  const found = await retrieve(question, {}, { paths: ['docs/prices.md', 'src/silent.py'] });
  expect(new Set(found.map(({ chunk }) => chunk.path))).toEqual(new Set(['docs/prices.md', 'src/silent.py']));
  expect(await retrieve(question, {}, { paths: [] })).toEqual([]);
});

it('finds nothing for a question without words', async () => expect(await retrieve('?')).toEqual([]));
