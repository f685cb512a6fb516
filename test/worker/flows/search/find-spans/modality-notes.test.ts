/** Notes on options that a search by similarity alone ignores. */
import { expect, it } from 'vitest';
import { modalityNotes } from '../../../../../worker/flows/search/find-spans/modality-notes.ts';
import type { DenseSearch } from '../../../../../worker/ports/vector-index.ts';
import type { ModalityQuery } from '../../../../../worker/retrieval/search/retrieve-by-modality.ts';
import { createHashingEmbedder } from '../../../../support/fakes/hashing-embedder.ts';
import { createMemoryVectorIndex } from '../../../../support/fakes/memory-vector-index.ts';

const fullRange = { least: 0, most: 1 };
const query: ModalityQuery = {
  code: undefined,
  weights: { sparse: 1, textDense: 1, codeDense: 1 },
  bounds: { sparse: fullRange, textDense: fullRange, codeDense: fullRange },
};
const dense: DenseSearch = { embedder: createHashingEmbedder(), vectorIndex: createMemoryVectorIndex() };
const withoutVectors = { sparse: 1, textDense: 0, codeDense: 0 };

it('returns one sentence for each option of the request', () => {
  expect(modalityNotes({ dense }, { modalityQuery: query })).toEqual([]);
  expect(modalityNotes({ dense }, { modalityQuery: query, ranking: { ranker: 'learned' } })).toEqual([]);
  const options = [
    ['fusion', { ranking: { fusion: 'rrf' } }],
    ['without', { ranking: { without: ['dense'] } }],
    ['reranker', { refining: { reranking: 'none' } }],
    ['fileSelection', { refining: { fileSelection: 'map' } }],
    ['pickedWeight', { refining: { pickedWeight: 0 } }],
  ] as const;
  for (const [name, more] of options)
    expect(modalityNotes({ dense }, { modalityQuery: query, ...more })).toEqual([
      expect.stringMatching(new RegExp(`^\`${name}\` is ignored: .*\\.$`)),
    ]);
  const all = { ranking: { fusion: 'sum', without: [] }, refining: { reranking: 'cross-encoder' } } as const;
  expect(modalityNotes({ dense }, { modalityQuery: query, ...all })).toHaveLength(3);
});

it('returns no sentence for the default ranking', () =>
  expect(
    modalityNotes({ dense: undefined }, { modalityQuery: undefined, ranking: { fusion: 'rrf' } }),
  ).toEqual([]));

it('notes that no embedder is configured if vectors should be compared', () => {
  const none = { dense: undefined };
  const code = 'await sleep(delay)';
  expect(modalityNotes(none, { modalityQuery: query })).toEqual([
    expect.stringMatching(/keywords only.*EMBEDDER is none/),
  ]);
  expect(modalityNotes(none, { modalityQuery: { ...query, weights: withoutVectors } })).toEqual([]);
  expect(modalityNotes(none, { modalityQuery: { ...query, code } })).toEqual([
    expect.stringMatching(/keywords only/),
    expect.stringMatching(/^`codeQuery` is ignored: .*EMBEDDER is none/),
  ]);
});

it('notes that code is not compared if its weight is 0', () => {
  const code = 'await sleep(delay)';
  expect(modalityNotes({ dense }, { modalityQuery: { ...query, code } })).toEqual([]);
  expect(modalityNotes({ dense }, { modalityQuery: { ...query, code, weights: withoutVectors } })).toEqual([
    expect.stringMatching(/^`codeQuery` is ignored: `weights\.codeDense` is 0/),
  ]);
});

it('notes that bounds are ignored if the weight of their modality is 0', () => {
  const bounds = { ...query.bounds, codeDense: { least: 0.2, most: 1 } };
  expect(modalityNotes({ dense }, { modalityQuery: { ...query, bounds } })).toEqual([]);
  expect(modalityNotes({ dense }, { modalityQuery: { ...query, bounds, weights: withoutVectors } })).toEqual([
    '`similarity.codeDense` is ignored: `weights.codeDense` is 0.',
  ]);
});
