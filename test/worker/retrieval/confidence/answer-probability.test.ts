/** The fitted probability rises with found words and similarity, but ignores similarities of other models. */
import { describe, expect, it } from 'vitest';
import { signalNames, type Signals } from '../../../../worker/retrieval/confidence/confidence-signals.ts';
import { confidenceWeights, denseModel } from '../../../../worker/retrieval/confidence/confidence-weights.ts';
import { answerProbability } from '../../../../worker/retrieval/confidence/answer-probability.ts';
import { space } from '../../../../worker/adapters/embedded/model/space.ts';

const nothingFound: Signals = {
  best: 0,
  all: 0,
  near: 0,
  pairs: 0,
  absent: 1,
  unshown: 1,
  telling: 0.5,
  nearest: 0,
  nearest5: 0,
};
const everythingFound: Signals = {
  ...nothingFound,
  best: 1,
  all: 1,
  near: 1,
  pairs: 1,
  absent: 0,
  unshown: 0,
};
const near = { nearest: 0.7, nearest5: 0.65 };

describe('answerProbability', () => {
  it('rises with what words and vectors find', () => {
    expect(answerProbability(nothingFound, undefined)).toBeLessThan(0.1);
    expect(answerProbability(everythingFound, undefined)).toBeGreaterThan(0.8);
    expect(answerProbability({ ...everythingFound, ...near }, denseModel)).toBeGreaterThan(0.9);
    const far = answerProbability({ ...everythingFound, nearest: 0.2, nearest5: 0.2 }, denseModel);
    expect(far).toBeLessThan(answerProbability({ ...everythingFound, ...near }, denseModel));
  });

  it('ignores vector similarities of another model', () => {
    expect(answerProbability({ ...everythingFound, ...near }, 'another')).toBe(
      answerProbability(everythingFound, undefined),
    );
    expect(answerProbability({ ...everythingFound, ...near }, denseModel)).not.toBe(
      answerProbability(everythingFound, undefined),
    );
  });
});

it('has weights only for existing signals, and no vector weights in the lexical fit', () => {
  for (const { weights } of Object.values(confidenceWeights))
    for (const name of Object.keys(weights)) expect(signalNames).toContain(name);
  expect(Object.keys(confidenceWeights.words)).not.toContain('nearest');
});

it('was fitted with the bundled embedding model', () => expect(space.name.split('@')[0]).toBe(denseModel));
