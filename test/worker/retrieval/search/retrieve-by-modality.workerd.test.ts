/** Three ways at once: each with its query, its weight and its bounds; the score is the mean of what a chunk has. */
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
import { retrievalScope } from '../../../support/samples/ask-workbench.ts';
import { uploadAndIndex } from '../../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

const tree = {
  'src/basket.py':
    'def total(basket):\n    """Adds the prices of a basket."""\n    return sum(line.price for line in basket)\n',
  'src/socket.py':
    'def connect(host):\n    """Opens a connection."""\n    return socket.create(host, timeout)\n',
  'src/silent.py': 'def quiet(line):\n    return sum(line.price)\n',
  'tests/test_basket.py': 'def test_total():\n    assert total(prices) == basket\n',
  'docs/prices.md': '# Prices\n\nHow prices of a basket are told.\n',
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
  scope = await retrievalScope(bench, id);
});

const anything = { least: 0, most: 1 };
const usual: ModalityQuery = {
  code: undefined,
  weights: { sparse: 1, textDense: 1, codeDense: 1 },
  bounds: { sparse: anything, textDense: anything, codeDense: anything },
};
const spansFor = async (
  text: string,
  query: Partial<ModalityQuery> = {},
  within: Partial<RetrievalScope> = {},
) =>
  (
    await retrieveByModality(bench.services, { ...scope, ...within }, readQuestion(text), {
      ...usual,
      ...query,
    })
  ).spans;
const scoresOf = async (...asked: Parameters<typeof spansFor>) =>
  Object.fromEntries((await spansFor(...asked)).map(({ chunk, scores }) => [chunk.path, scores]));
const only = (way: keyof ModalityQuery['weights']): ModalityQuery['weights'] => ({
  sparse: 0,
  textDense: 0,
  codeDense: 0,
  [way]: 1,
});
const question = 'prices of a basket';
const code = 'return sum(line.price)';

describe('a score', () => {
  it('is the mean of the similarities the chunk has, by their weights, best first', async () => {
    for (const weights of [usual.weights, { sparse: 3, textDense: 0.5, codeDense: 1 }]) {
      const spans = await spansFor(question, { weights });
      expect(spans.length).toBeGreaterThan(1);
      for (const [at, { score, scores }] of spans.entries()) {
        const present = modalities.filter((way) => scores[way] !== undefined);
        const weight = present.reduce((sum, way) => sum + weights[way], 0);
        const sum = present.reduce((total, way) => total + weights[way] * (scores[way] ?? 0), 0);
        expect(score).toBeCloseTo(sum / weight, 3);
        expect(score).toBeLessThanOrEqual(spans[at - 1]?.score ?? 1);
      }
    }
  });

  it('does not suffer from a similarity the chunk cannot have', async () => {
    // A document without a sample has no vector of code: its own two ways alone are its mean.
    const { 'docs/prices.md': document } = await scoresOf(question);
    expect(Object.keys(document ?? {}).toSorted()).toEqual(['sparse', 'textDense']);
  });

  it('is made of similarities of 0 to 1; the best by words is 1', async () => {
    const scores = Object.values(await scoresOf(question));
    for (const one of scores.flatMap((each) => Object.values(each))) {
      expect(one).toBeGreaterThan(0);
      expect(one).toBeLessThanOrEqual(1);
    }
    expect(Math.max(...scores.map((each) => each['sparse'] ?? 0))).toBe(1);
  });

  it('tells how near a chunk is by every way, whichever found it', async () => {
    const { 'src/basket.py': found } = await scoresOf(question);
    expect(Object.keys(found ?? {}).toSorted()).toEqual(['codeDense', 'sparse', 'textDense']);
  });
});

it('of equal scores that which more ways found comes first', async () => {
  const { dense } = bench.services;
  const hits = (await spansFor(question)).map(({ chunk }, at) => ({ key: chunk.key, at }));
  // All that is found is alike by every way it is found by; half of it, the lower keys, by one of them alone.
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
    ...usual,
    weights: { ...usual.weights, sparse: 0 },
  });
  expect(new Set(spans.map(({ score }) => score))).toEqual(new Set([0.5]));
  const counts = spans.map(({ scores }) => Object.keys(scores).length);
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  expect(new Set(counts)).toEqual(new Set([1, 2]));
});

describe('a way', () => {
  it('of weight 0 is left out', async () => {
    const bySparse = await scoresOf(question, { weights: only('sparse') });
    expect(Object.values(bySparse).flatMap(Object.keys)).toContain('sparse');
    expect(new Set(Object.values(bySparse).flatMap(Object.keys))).toEqual(new Set(['sparse']));
    const withoutWords = await scoresOf(question, { weights: { sparse: 0, textDense: 1, codeDense: 1 } });
    expect(Object.values(withoutWords).flatMap(Object.keys)).not.toContain('sparse');
  });

  it('of code compares code with code, apart from what is asked in words', async () => {
    const [first] = await spansFor('Opens a connection', { code, weights: only('codeDense') });
    expect(first?.chunk.path).toBe('src/silent.py');
    const [byText] = await spansFor('Opens a connection', { code, weights: only('textDense') });
    expect(byText?.chunk.path).toBe('src/socket.py');
    expect(Object.keys(await scoresOf('Opens a connection', { code }))).toEqual(
      expect.arrayContaining(['src/silent.py', 'src/socket.py']),
    );
  });

  it('of code is asked by the question where no code is given', async () => {
    const [first] = await spansFor('socket create host timeout', { weights: only('codeDense') });
    expect(first?.chunk.path).toBe('src/socket.py');
  });

  it('embeds its query once, and nothing where it is left out', async () => {
    embedded.length = 0;
    await spansFor(question, { code });
    expect(embedded.toSorted()).toEqual([question, code].toSorted());
    embedded.length = 0;
    await spansFor(question);
    expect(embedded).toEqual([question]);
    embedded.length = 0;
    await spansFor(question, { code, weights: only('sparse') });
    expect(embedded).toEqual([]);
  });

  it('that embeds is left out where nothing is embedded', async () => {
    const services = { ...bench.services, dense: undefined };
    const { spans } = await retrieveByModality(services, scope, readQuestion(question), usual);
    expect(spans.length).toBeGreaterThan(0);
    expect(new Set(spans.flatMap(({ scores }) => Object.keys(scores)))).toEqual(new Set(['sparse']));
  });
});

describe('bounds', () => {
  it('leave out a similarity below the lowest and above the highest, and what has no other', async () => {
    const all = await scoresOf('Adds the prices of a basket', { weights: only('textDense') });
    const found = Object.values(all)
      .map((each) => each['textDense'] ?? 0)
      .toSorted();
    const middle = (found[0] ?? 0) / 2 + (found.at(-1) ?? 0) / 2;
    expect(found.length).toBeGreaterThan(1);
    for (const [textDense, expected] of [
      [{ least: middle, most: 1 }, found.filter((one) => one >= middle)],
      [{ least: 0, most: middle }, found.filter((one) => one <= middle)],
    ] as const) {
      const left = await scoresOf('Adds the prices of a basket', {
        weights: only('textDense'),
        bounds: { ...usual.bounds, textDense },
      });
      expect(
        Object.values(left)
          .map((each) => each['textDense'])
          .toSorted(),
      ).toEqual(expected);
    }
  });

  it('of one way drop what lies outside them there, however like it is in others, and leave the rest as it was', async () => {
    const all = await scoresOf(question);
    const sparseOf = (path: string) => all[path]?.['sparse'] ?? 0;
    const bounded = await scoresOf(question, {
      bounds: { ...usual.bounds, sparse: { least: 0.5, most: 1 } },
    });
    const within = Object.keys(all).filter((path) => sparseOf(path) >= 0.5);
    expect(within.length).toBeLessThan(Object.keys(all).length);
    expect(Object.keys(bounded).toSorted()).toEqual(within.toSorted());
    for (const [path, each] of Object.entries(bounded)) expect(each).toEqual(all[path]);
  });

  it('hold what has no similarity for 0: a lowest drops it, a highest does not', async () => {
    const least = { ...usual.bounds, codeDense: { least: 0.01, most: 1 } };
    const most = { ...usual.bounds, codeDense: { least: 0, most: 0.01 } };
    expect(Object.keys(await scoresOf(question))).toContain('docs/prices.md');
    expect(Object.keys(await scoresOf(question, { bounds: least }))).not.toContain('docs/prices.md');
    expect(Object.keys(await scoresOf(question, { bounds: most }))).toContain('docs/prices.md');
  });

  it('of a way that is not searched drop nothing', async () => {
    const bounds = { ...usual.bounds, codeDense: { least: 0.99, most: 1 } };
    const weights = { ...usual.weights, codeDense: 0 };
    expect(await scoresOf(question, { bounds, weights })).toEqual(await scoresOf(question, { weights }));
    const services = { ...bench.services, dense: undefined };
    const found = await retrieveByModality(services, scope, readQuestion(question), { ...usual, bounds });
    expect(found.spans.length).toBeGreaterThan(0);
  });

  it('up to 1 hold what is the same, however its vector was rounded', async () => {
    const { dense } = bench.services;
    const vectorIndex = dense && {
      ...dense.vectorIndex,
      search: async (...asked: Parameters<typeof dense.vectorIndex.search>) =>
        (await dense.vectorIndex.search(...asked)).map((hit) => ({ ...hit, similarity: 1.000001 })),
    };
    const services = { ...bench.services, dense: dense && vectorIndex && { ...dense, vectorIndex } };
    const { spans } = await retrieveByModality(services, scope, readQuestion(question), {
      ...usual,
      weights: only('textDense'),
    });
    expect(spans[0]).toMatchObject({ score: 1, scores: { textDense: 1 } });
  });
});

describe('an embedder that does not answer', () => {
  const away = new AppError('embedder_unavailable', 'The server of m did not answer.');
  const failing = () => {
    const { dense } = bench.services;
    const embedQuery = (text: string) =>
      text === question
        ? (dense?.embedder.embedQuery(text) ?? Promise.reject(away))
        : Promise.reject<Float32Array>(away);
    return { ...bench.services, dense: dense && { ...dense, embedder: { ...dense.embedder, embedQuery } } };
  };

  it('leaves words alone, and a note', async () => {
    const asked = { ...usual, code };
    const { note, ...found } = await retrieveByModality(failing(), scope, readQuestion(question), asked);
    expect(note).toMatch(/words alone.*The server of m did not answer/);
    const services = { ...bench.services, dense: undefined };
    const byWords = await retrieveByModality(services, scope, readQuestion(question), asked);
    expect({ ...found, note: undefined }).toEqual(byWords);
    expect(found.spans.length).toBeGreaterThan(0);
    expect(found.nearness).toBeUndefined();
  });

  it('fails a search without words, and does nothing to one of words alone', async () => {
    const ofCode = { ...usual, code, weights: only('codeDense') };
    await expect(retrieveByModality(failing(), scope, readQuestion(question), ofCode)).rejects.toBe(away);
    const ofWords = { ...usual, code, weights: only('sparse') };
    expect(
      (await retrieveByModality(failing(), scope, readQuestion(question), ofWords)).note,
    ).toBeUndefined();
  });
});

const nearnessOf = async (query: Partial<ModalityQuery> = {}, text = question) =>
  (await retrieveByModality(bench.services, scope, readQuestion(text), { ...usual, ...query })).nearness;

describe('how near the question is', () => {
  it('is measured as a usual search does, whatever code is compared with', async () => {
    const choice = { fusion: 'sum', ranker: 'learned', without: [] } as const;
    for (const text of [question, 'Which tests check prices?']) {
      const { nearness } = await retrieveSpans(bench.services, scope, readQuestion(text), choice);
      expect(nearness?.similarities.length).toBeGreaterThan(0);
      expect(await nearnessOf({}, text)).toEqual(nearness);
      expect(await nearnessOf({ code }, text)).toEqual(nearness);
    }
  });

  it('is not known where its meaning is left out, or nothing is embedded', async () => {
    expect(await nearnessOf({ weights: { sparse: 1, textDense: 0, codeDense: 1 }, code })).toBeUndefined();
    const services = { ...bench.services, dense: undefined };
    const { nearness } = await retrieveByModality(services, scope, readQuestion(question), usual);
    expect(nearness).toBeUndefined();
  });
});

it('only the paths asked for are searched, every way', async () => {
  const found = await spansFor(question, {}, { paths: ['docs/prices.md', 'src/silent.py'] });
  expect(new Set(found.map(({ chunk }) => chunk.path))).toEqual(new Set(['docs/prices.md', 'src/silent.py']));
  expect(await spansFor(question, {}, { paths: [] })).toEqual([]);
});

it('what is like nothing is found by nothing', async () => expect(await spansFor('?')).toEqual([]));
