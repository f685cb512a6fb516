/** Spans that contain a requested phrase verbatim lead the ranking. */
import { expect, it } from 'vitest';
import { boostPhrases } from '../../../../worker/retrieval/ranking/boost-phrases.ts';
import { chunkRow } from '../../../support/samples/questions.ts';

const span = (path: string, raw: string, score: number, overrides: Parameters<typeof chunkRow>[1] = {}) => ({
  chunk: chunkRow(path, { raw, key: score * 10, ...overrides }),
  score,
  scores: { words: score },
});
const spans = [
  span('lamp.toml', 'name = "lamp.toml"\n', 0.9),
  span('test/lamp.py', 'read("lamp.toml")\n', 0.8, { role: 'test' }),
  span('src/other.py', 'pass\n', 0.7),
  span('src/load.py', 'load("lamp.toml")\n', 0.6),
];
const boostedPaths = (wordings: readonly string[], asksForTests = false): readonly string[] =>
  boostPhrases({ wordings, asksForTests }, spans).map(({ chunk }) => chunk.path);

it('boosts spans that contain the phrase, except the named file itself and unrequested tests', () => {
  expect(boostedPaths(['lamp.toml'])).toEqual(['src/load.py', 'lamp.toml', 'test/lamp.py', 'src/other.py']);
  expect(boostedPaths(['lamp.toml'], true).slice(0, 2)).toEqual(['test/lamp.py', 'src/load.py']);
});

it('gives a boosted span the best score and reports the increase as a component', () => {
  const [first] = boostPhrases({ wordings: ['lamp.toml'], asksForTests: false }, spans);
  expect(first).toMatchObject({ score: 0.9, scores: { words: 0.6, wording: 0.9 } });
});

it('keeps the order if there is no phrase or no span contains it', () => {
  const unchanged = spans.map(({ chunk }) => chunk.path);
  expect(boostedPaths([])).toEqual(unchanged);
  expect(boostedPaths(['wick.toml'])).toEqual(unchanged);
});
