/** A search by similarities alone tells what it was given and has no use for. */
import { expect, it } from 'vitest';
import { threeWayNotes } from '../../../worker/flows/three-way-notes.ts';
import type { ThreeWayQuery } from '../../../worker/retrieval/retrieve-three-ways.ts';
import type { DenseSearch } from '../../../worker/ports/vector-index.ts';
import { createHashingEmbedder } from '../../support/hashing-embedder.ts';
import { createMemoryVectorIndex } from '../../support/memory-vector-index.ts';

const whole = { least: 0, most: 1 };
const threeWays: ThreeWayQuery = {
  code: undefined,
  weights: { sparse: 1, textDense: 1, codeDense: 1 },
  bounds: { sparse: whole, textDense: whole, codeDense: whole },
};
const dense: DenseSearch = { embedder: createHashingEmbedder(), vectorIndex: createMemoryVectorIndex() };
const withoutVectors = { sparse: 1, textDense: 0, codeDense: 0 };

it('one sentence for each that was given', () => {
  expect(threeWayNotes({ dense }, { threeWays })).toEqual([]);
  expect(threeWayNotes({ dense }, { threeWays, ranking: { ranker: 'learned' } })).toEqual([]);
  const given = [
    ['fusion', { ranking: { fusion: 'rrf' } }],
    ['without', { ranking: { without: ['dense'] } }],
    ['reranker', { refining: { rereads: 'none' } }],
    ['fileSelection', { refining: { fileSelection: 'map' } }],
    ['pickedWeight', { refining: { pickedWeight: 0 } }],
  ] as const;
  for (const [name, more] of given)
    expect(threeWayNotes({ dense }, { threeWays, ...more })).toEqual([
      expect.stringMatching(new RegExp(`^\`${name}\` has no part in it: .*\\.$`)),
    ]);
  const all = { ranking: { fusion: 'sum', without: [] }, refining: { rereads: 'cross-encoder' } } as const;
  expect(threeWayNotes({ dense }, { threeWays, ...all })).toHaveLength(3);
});

it('none of a search that is ranked as usual', () =>
  expect(threeWayNotes({ dense: undefined }, { threeWays: undefined, ranking: { fusion: 'rrf' } })).toEqual(
    [],
  ));

it('that nothing is embedded, where vectors were to be compared', () => {
  const none = { dense: undefined };
  const code = 'await sleep(delay)';
  expect(threeWayNotes(none, { threeWays })).toEqual([
    expect.stringMatching(/words alone.*EMBEDDER is none/),
  ]);
  expect(threeWayNotes(none, { threeWays: { ...threeWays, weights: withoutVectors } })).toEqual([]);
  expect(threeWayNotes(none, { threeWays: { ...threeWays, code } })).toEqual([
    expect.stringMatching(/words alone/),
    expect.stringMatching(/^`codeQuery` has no part in it: .*EMBEDDER is none/),
  ]);
});

it('that code is not compared, where its way is left out', () => {
  const code = 'await sleep(delay)';
  expect(threeWayNotes({ dense }, { threeWays: { ...threeWays, code } })).toEqual([]);
  expect(threeWayNotes({ dense }, { threeWays: { ...threeWays, code, weights: withoutVectors } })).toEqual([
    expect.stringMatching(/^`codeQuery` has no part in it: `weights\.codeDense` is 0/),
  ]);
});

it('that bounds are not held to, where their way is left out', () => {
  const bounds = { ...threeWays.bounds, codeDense: { least: 0.2, most: 1 } };
  expect(threeWayNotes({ dense }, { threeWays: { ...threeWays, bounds } })).toEqual([]);
  expect(threeWayNotes({ dense }, { threeWays: { ...threeWays, bounds, weights: withoutVectors } })).toEqual([
    '`similarity.codeDense` has no part in it: `weights.codeDense` is 0.',
  ]);
});
