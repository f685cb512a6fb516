/** Candidates come by words, by vectors and by name; leaving a list out leaves out what it alone would find. */
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
import { retrievalScope } from '../../../support/samples/ask-workbench.ts';
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
  // Its queries mean what is said of the socket, whatever their words: what only vectors find is then known.
  bench = await openWorkbench(({ dense }) => ({
    parser: createTreeSitterParser(),
    dense: dense && { ...dense, embedder: farSighted() },
  }));
  const { id } = await uploadAndIndex(bench, tree);
  scope = await retrievalScope(bench, id);
});

function farSighted(): DenseSearch['embedder'] {
  const embedder = createHashingEmbedder(4096);
  return { ...embedder, embedQuery: () => embedder.embedQuery('Opens a line to a host.') };
}

const usual: RankingChoice = { fusion: 'sum', ranker: 'signals', without: [] };
const retrieve = (text: string, choice: Partial<RankingChoice> = {}, within: Partial<RetrievalScope> = {}) =>
  retrieveSpans(bench.services, { ...scope, ...within }, readQuestion(text), { ...usual, ...choice });
const pathsFor = async (...asked: Parameters<typeof retrieve>) =>
  (await retrieve(...asked)).spans.map(({ chunk }) => chunk.path);
const question = 'How are prices of a basket added?';

describe('candidates', () => {
  it('come by words and by vectors; what both find is one', async () => {
    const paths = await pathsFor(question);
    expect(paths).toEqual(expect.arrayContaining(['src/basket.py', 'src/uses.py', 'src/socket.py']));
    expect(paths).toHaveLength(new Set(paths).size);
  });

  it('of a bare name that is nowhere are none, however near some are; of more words they are the nearest', async () => {
    expect(await pathsFor('zeppelin')).toEqual([]);
    expect(await pathsFor('How does a zeppelin land on water?')).toContain('src/socket.py');
  });

  it('have a similarity each, whichever list found them', async () => {
    const { spans } = await retrieve('basket', {});
    const near = new Map(spans.map(({ chunk, features }) => [chunk.path, features?.dense]));
    expect(near.get('src/socket.py')).toBe(1);
    expect(spans.find(({ chunk }) => chunk.path === 'src/socket.py')?.features?.bm25).toBe(0);
    expect(spans.find(({ chunk }) => chunk.path === 'src/basket.py')?.features?.bm25).toBe(1);
  });

  it('come by the name written as code, its definition certain', async () => {
    const { spans, definitions } = await retrieve('What calls `total`?');
    expect(definitions.map(({ path, name }) => `${path} ${name}`)).toEqual(['src/basket.py total']);
    const features = new Map(spans.map(({ chunk, features: seen }) => [chunk.path, seen]));
    expect(features.get('src/basket.py')).toMatchObject({ defines: 1, holdsName: 1 });
    expect(features.get('src/uses.py')).toMatchObject({ defines: 0, holdsName: 1 });
    expect(features.get('src/socket.py')).toMatchObject({ defines: 0, holdsName: 0 });
  });

  it('lie in the paths asked for, every way', async () => {
    expect(new Set(await pathsFor('`total` basket', {}, { paths: ['src/uses.py'] }))).toEqual(
      new Set(['src/uses.py']),
    );
    expect(await pathsFor(question, {}, { paths: [] })).toEqual([]);
  });

  it('tell which words of the question are held, in which forms', async () => {
    const { frequencies, presentForms: presentForms } = await retrieve('basket ladder');
    expect(frequencies.get('basket')).toBe(2);
    expect(frequencies.get('ladder')).toBe(0);
    expect([...presentForms]).toEqual(['basket']);
  });
});

it('how near the question is stays unknown where no vector was compared with it', async () => {
  expect((await retrieve(question)).nearness?.similarities.length).toBeGreaterThan(0);
  const { dense } = bench.services;
  // As of a state that was embedded in another space.
  const vectorIndex = dense && { ...dense.vectorIndex, search: () => Promise.resolve([]) };
  const services = { ...bench.services, dense: dense && vectorIndex && { ...dense, vectorIndex } };
  const found = await retrieveSpans(services, scope, readQuestion(question), usual);
  expect(found.spans.length).toBeGreaterThan(0);
  expect(found.nearness).toBeUndefined();
});

describe('without', () => {
  it('vectors there is what words find', async () => {
    const paths = await pathsFor(question, { without: ['dense'] });
    expect(new Set(paths)).toEqual(new Set(['src/basket.py', 'src/uses.py']));
  });

  it('words there is what vectors find', async () => {
    const { spans } = await retrieve(question, { without: ['lexical'] });
    expect(spans.map(({ chunk }) => chunk.path)).toContain('src/socket.py');
    expect(spans.every(({ features }) => features?.bm25 === 0)).toBe(true);
  });

  it('either only names are found', async () => {
    expect(await pathsFor(question, { without: ['lexical', 'dense'] })).toEqual([]);
    expect(await pathsFor('`total`', { without: ['lexical', 'dense'] })).toEqual(['src/basket.py']);
  });

  it('an embedder there is what words find', async () => {
    const services = { ...bench.services, dense: undefined };
    const { spans } = await retrieveSpans(services, scope, readQuestion(question), usual);
    expect(new Set(spans.map(({ chunk }) => chunk.path))).toEqual(new Set(['src/basket.py', 'src/uses.py']));
  });
});

const withEmbedder = (embedQuery: DenseSearch['embedder']['embedQuery']) => {
  const { dense } = bench.services;
  return { ...bench.services, dense: dense && { ...dense, embedder: { ...dense.embedder, embedQuery } } };
};

describe('an embedder that does not answer', () => {
  const away = new AppError('embedder_unavailable', 'The server of m did not answer.');
  const failing = () => withEmbedder(() => Promise.reject(away));

  it('leaves what is found where nothing is embedded, and a note', async () => {
    const { note, ...found } = await retrieveSpans(failing(), scope, readQuestion(question), usual);
    expect(note).toMatch(/words alone.*The server of m did not answer/);
    const byWords = await retrieveSpans(
      { ...bench.services, dense: undefined },
      scope,
      readQuestion(question),
      usual,
    );
    expect(byWords.spans.length).toBeGreaterThan(1);
    expect({ ...found, note: undefined }).toEqual(byWords);
    expect(found.nearness).toBeUndefined();
  });

  it('is noted only where it was to be asked', async () => {
    const choice = { ...usual, without: ['dense'] } as const;
    expect((await retrieveSpans(failing(), scope, readQuestion(question), choice)).note).toBeUndefined();
    expect((await retrieve(question)).note).toBeUndefined();
    expect((await retrieve(question)).nearness).toBeDefined();
  });

  it('fails a search without words', async () => {
    const choice = { ...usual, without: ['lexical'] } as const;
    await expect(retrieveSpans(failing(), scope, readQuestion(question), choice)).rejects.toBe(away);
  });

  it('is told apart from storage that does not', async () => {
    const lost = new AppError('storage_unavailable', 'The object is away.');
    const { dense } = bench.services;
    const vectorIndex = dense && { ...dense.vectorIndex, search: () => Promise.reject(lost) };
    const services = { ...bench.services, dense: dense && vectorIndex && { ...dense, vectorIndex } };
    await expect(retrieveSpans(services, scope, readQuestion(question), usual)).rejects.toBe(lost);
  });
});

describe('a choice', () => {
  it('of ranker and fusion changes scores, never which spans there are', async () => {
    const found = (await pathsFor(question)).toSorted();
    for (const ranker of rankers)
      for (const fusion of fusions)
        expect((await pathsFor(question, { ranker, fusion })).toSorted()).toEqual(found);
  });

  it('of no ranker orders by the fused lists', async () => {
    for (const fusion of fusions) {
      const { spans } = await retrieve(question, { ranker: 'none', fusion });
      for (const { scores, features } of spans)
        expect(scores['fused'] ?? 0).toBeCloseTo(features?.fused ?? 0, 3);
    }
  });
});
