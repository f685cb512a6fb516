/** What says a text that is looked for word for word leads the ranking. */
import { expect, it } from 'vitest';
import { boostPhrases } from '../../../../worker/retrieval/ranking/boost-phrases.ts';
import { chunkRow } from '../../../support/samples/questions.ts';

const span = (path: string, raw: string, score: number, more: Parameters<typeof chunkRow>[1] = {}) => ({
  chunk: chunkRow(path, { raw, key: score * 10, ...more }),
  score,
  scores: { words: score },
});
const spans = [
  span('lamp.toml', 'name = "lamp.toml"\n', 0.9),
  span('test/lamp.py', 'read("lamp.toml")\n', 0.8, { role: 'test' }),
  span('src/other.py', 'pass\n', 0.7),
  span('src/load.py', 'load("lamp.toml")\n', 0.6),
];
const order = (wordings: readonly string[], asksForTests = false): readonly string[] =>
  boostPhrases({ wordings, asksForTests }, spans).map(({ chunk }) => chunk.path);

it('but for the file itself, and for tests that are not asked for', () => {
  expect(order(['lamp.toml'])).toEqual(['src/load.py', 'lamp.toml', 'test/lamp.py', 'src/other.py']);
  expect(order(['lamp.toml'], true).slice(0, 2)).toEqual(['test/lamp.py', 'src/load.py']);
});

it('has the score of the best, and says why', () => {
  const [first] = boostPhrases({ wordings: ['lamp.toml'], asksForTests: false }, spans);
  expect(first).toMatchObject({ score: 0.9, scores: { words: 0.6, wording: 0.9 } });
});

it('where nothing is looked for so, or nothing says it, all stays where it stood', () => {
  const all = spans.map(({ chunk }) => chunk.path);
  expect(order([])).toEqual(all);
  expect(order(['wick.toml'])).toEqual(all);
});
