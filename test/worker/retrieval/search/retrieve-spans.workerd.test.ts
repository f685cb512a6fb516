/** Finds candidates by words, vectors and names; excluding a list excludes what only that list finds. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../../worker/adapters/tree-sitter/parser.ts';
import { AppError } from '../../../../worker/core/errors.ts';
import type { DenseSearch } from '../../../../worker/ports/vector-index.ts';
import { rankers } from '../../../../worker/retrieval/ranking/rank-spans.ts';
import { fusions } from '../../../../worker/retrieval/ranking/fuse-lists.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';
import {
  retrieveSpans,
  type RankingChoice,
  type RetrievalScope,
} from '../../../../worker/retrieval/search/retrieve-spans.ts';
import { createHashingEmbedder } from '../../../support/fakes/hashing-embedder.ts';
import { createRetrievalScope } from '../../../support/samples/ask-workbench.ts';
import { uploadAndIndex } from '../../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

const tree = {
  'src/basket.py': 'def total(basket):\n    """Adds the prices of a basket."""\n    return sum(basket)\n',
  'src/uses.py': 'from basket import total\n\n\ndef pay(basket):\n    return charge(total(basket))\n',
  'src/socket.py': 'def connect(host):\n    """Opens a line to a host."""\n    return create(host)\n',
};

let bench: Workbench;
let scope: RetrievalScope;
beforeAll(async () => {
  // Every query embeds as the documentation of `connect`, so only vectors find src/socket.py.
  bench = await openWorkbench(({ dense }) => ({
    parser: createTreeSitterParser(),
    dense: dense && { ...dense, embedder: createFixedQueryEmbedder() },
  }));
  const { id } = await uploadAndIndex(bench, tree);
  scope = await createRetrievalScope(bench, id);
});

function createFixedQueryEmbedder(): DenseSearch['embedder'] {
  const embedder = createHashingEmbedder(4096);
  return { ...embedder, embedQuery: () => embedder.embedQuery('Opens a line to a host.') };
}

const defaultChoice: RankingChoice = { fusion: 'sum', ranker: 'signals', without: [] };
const retrieve = (
  text: string,
  choice: Partial<RankingChoice> = {},
  scopeOverrides: Partial<RetrievalScope> = {},
) =>
  retrieveSpans(bench.services, { ...scope, ...scopeOverrides }, readQuestion(text), {
    ...defaultChoice,
    ...choice,
  });
const retrievedPaths = async (...request: Parameters<typeof retrieve>) =>
  (await retrieve(...request)).spans.map(({ chunk }) => chunk.path);
const question = 'How are prices of a basket added?';

describe('candidates', () => {
  it('come from words and vectors, each once', async () => {
    const paths = await retrievedPaths(question);
    expect(paths).toEqual(expect.arrayContaining(['src/basket.py', 'src/uses.py', 'src/socket.py']));
    expect(paths).toHaveLength(new Set(paths).size);
  });

  it('are empty for a single unknown word, but are the nearest chunks for a longer question', async () => {
    expect(await retrievedPaths('zeppelin')).toEqual([]);
    expect(await retrievedPaths('How does a zeppelin land on water?')).toContain('src/socket.py');
  });

  it('each have a similarity, whichever list found them', async () => {
    const { spans } = await retrieve('basket', {});
    const similarities = new Map(spans.map(({ chunk, features }) => [chunk.path, features?.dense]));
    expect(similarities.get('src/socket.py')).toBe(1);
    expect(spans.find(({ chunk }) => chunk.path === 'src/socket.py')?.features?.bm25).toBe(0);
    expect(spans.find(({ chunk }) => chunk.path === 'src/basket.py')?.features?.bm25).toBe(1);
  });

  it('include chunks that contain a name written as code, and mark its definition as certain', async () => {
    const { spans, definitions } = await retrieve('What calls `total`?');
    expect(definitions.map(({ path, name }) => `${path} ${name}`)).toEqual(['src/basket.py total']);
    const features = new Map(spans.map(({ chunk, features: spanFeatures }) => [chunk.path, spanFeatures]));
    expect(features.get('src/basket.py')).toMatchObject({ defines: 1, holdsName: 1 });
    expect(features.get('src/uses.py')).toMatchObject({ defines: 0, holdsName: 1 });
    expect(features.get('src/socket.py')).toMatchObject({ defines: 0, holdsName: 0 });
  });

  it('lie within the requested paths, whichever list finds them', async () => {
    expect(new Set(await retrievedPaths('`total` basket', {}, { paths: ['src/uses.py'] }))).toEqual(
      new Set(['src/uses.py']),
    );
    expect(await retrievedPaths(question, {}, { paths: [] })).toEqual([]);
  });

  it('come with the frequencies of the question’s words and the word forms that the index contains', async () => {
    const { frequencies, presentForms } = await retrieve('basket ladder');
    expect(frequencies.get('basket')).toBe(2);
    expect(frequencies.get('ladder')).toBe(0);
    expect([...presentForms.keys()]).toEqual(['basket']);
  });
});

it('reports no nearness if no vector was compared with the question', async () => {
  expect((await retrieve(question)).nearness?.similarities.length).toBeGreaterThan(0);
  const { dense } = bench.services;
  // An index whose vectors belong to another embedding space.
  const vectorIndex = dense && { ...dense.vectorIndex, search: () => Promise.resolve([]) };
  const services = { ...bench.services, dense: dense && vectorIndex && { ...dense, vectorIndex } };
  const result = await retrieveSpans(services, scope, readQuestion(question), defaultChoice);
  expect(result.spans.length).toBeGreaterThan(0);
  expect(result.nearness).toBeUndefined();
});

describe('a search without', () => {
  it('vectors returns what words find', async () => {
    const paths = await retrievedPaths(question, { without: ['dense'] });
    expect(new Set(paths)).toEqual(new Set(['src/basket.py', 'src/uses.py']));
  });

  it('words returns what vectors find', async () => {
    const { spans } = await retrieve(question, { without: ['lexical'] });
    expect(spans.map(({ chunk }) => chunk.path)).toContain('src/socket.py');
    expect(spans.every(({ features }) => features?.bm25 === 0)).toBe(true);
  });

  it('words and vectors returns only what names find', async () => {
    expect(await retrievedPaths(question, { without: ['lexical', 'dense'] })).toEqual([]);
    expect(await retrievedPaths('`total`', { without: ['lexical', 'dense'] })).toEqual(['src/basket.py']);
  });

  it('an embedder returns what words find', async () => {
    const services = { ...bench.services, dense: undefined };
    const { spans } = await retrieveSpans(services, scope, readQuestion(question), defaultChoice);
    expect(new Set(spans.map(({ chunk }) => chunk.path))).toEqual(new Set(['src/basket.py', 'src/uses.py']));
  });
});

const withEmbedder = (embedQuery: DenseSearch['embedder']['embedQuery']) => {
  const { dense } = bench.services;
  return { ...bench.services, dense: dense && { ...dense, embedder: { ...dense.embedder, embedQuery } } };
};

describe('an unavailable embedder', () => {
  const unavailable = new AppError('embedder_unavailable', 'The server of m did not answer.');
  const withFailingEmbedder = () => withEmbedder(() => Promise.reject(unavailable));

  it('yields the results of a search without vectors, and a note', async () => {
    const { note, rankBy, ...result } = await retrieveSpans(
      withFailingEmbedder(),
      scope,
      readQuestion(question),
      defaultChoice,
    );
    expect(note).toMatch(/keywords only.*The server of m did not answer/);
    const byWords = await retrieveSpans(
      { ...bench.services, dense: undefined },
      scope,
      readQuestion(question),
      defaultChoice,
    );
    expect(byWords.spans.length).toBeGreaterThan(1);
    const { rankBy: rankWordsBy, ...expected } = byWords;
    expect({ ...result, note: undefined }).toEqual(expected);
    expect(rankBy('signals')).toEqual(rankWordsBy('signals'));
    expect(result.nearness).toBeUndefined();
  });

  it('yields a note only if vectors are searched', async () => {
    const choice = { ...defaultChoice, without: ['dense'] } as const;
    expect(
      (await retrieveSpans(withFailingEmbedder(), scope, readQuestion(question), choice)).note,
    ).toBeUndefined();
    expect((await retrieve(question)).note).toBeUndefined();
    expect((await retrieve(question)).nearness).toBeDefined();
  });

  it('fails a search without words', async () => {
    const choice = { ...defaultChoice, without: ['lexical'] } as const;
    await expect(retrieveSpans(withFailingEmbedder(), scope, readQuestion(question), choice)).rejects.toBe(
      unavailable,
    );
  });

  it('is distinguished from unavailable storage, whose error is rethrown', async () => {
    const storageError = new AppError('storage_unavailable', 'The object is unavailable.');
    const { dense } = bench.services;
    const vectorIndex = dense && { ...dense.vectorIndex, search: () => Promise.reject(storageError) };
    const services = { ...bench.services, dense: dense && vectorIndex && { ...dense, vectorIndex } };
    await expect(retrieveSpans(services, scope, readQuestion(question), defaultChoice)).rejects.toBe(
      storageError,
    );
  });
});

describe('the choice of ranker and fusion', () => {
  it('changes scores but never the set of spans', async () => {
    const result = (await retrievedPaths(question)).toSorted();
    for (const ranker of rankers)
      for (const fusion of fusions)
        expect((await retrievedPaths(question, { ranker, fusion })).toSorted()).toEqual(result);
  });

  it('returns the fused order if no ranker is chosen', async () => {
    for (const fusion of fusions) {
      const { spans } = await retrieve(question, { ranker: 'none', fusion });
      for (const { scores, features } of spans)
        expect(scores['fused'] ?? 0).toBeCloseTo(features?.fused ?? 0, 3);
    }
  });
});
