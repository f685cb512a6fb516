/** The fitted model: more found is likelier, more missing less; similarities of another model than it was fitted with do not count. */
import { describe, expect, it } from 'vitest';
import { signalNames, type Signals } from '../../../../worker/retrieval/confidence/confidence-signals.ts';
import { confidenceWeights, denseModel } from '../../../../worker/retrieval/confidence/confidence-weights.ts';
import { answerProbability } from '../../../../worker/retrieval/confidence/answer-probability.ts';
import { space } from '../../../../worker/adapters/embedded/model/space.ts';

const none: Signals = {
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
const found: Signals = { ...none, best: 1, all: 1, near: 1, pairs: 1, absent: 0, unshown: 0 };
const near = { nearest: 0.7, nearest5: 0.65 };

describe('an answer', () => {
  it('is likelier the more is found, by words and by vectors', () => {
    expect(answerProbability(none, undefined)).toBeLessThan(0.1);
    expect(answerProbability(found, undefined)).toBeGreaterThan(0.8);
    expect(answerProbability({ ...found, ...near }, denseModel)).toBeGreaterThan(0.9);
    const far = answerProbability({ ...found, nearest: 0.2, nearest5: 0.2 }, denseModel);
    expect(far).toBeLessThan(answerProbability({ ...found, ...near }, denseModel));
  });

  it('is judged by words alone where vectors are of another model', () => {
    expect(answerProbability({ ...found, ...near }, 'another')).toBe(answerProbability(found, undefined));
    expect(answerProbability({ ...found, ...near }, denseModel)).not.toBe(
      answerProbability(found, undefined),
    );
  });
});

it('has weights of signals that there are, none of vectors where those do not count', () => {
  for (const { weights } of Object.values(confidenceWeights))
    for (const name of Object.keys(weights)) expect(signalNames).toContain(name);
  expect(Object.keys(confidenceWeights.words)).not.toContain('nearest');
});

it('was fitted with the embedded model', () => expect(space.name.split('@')[0]).toBe(denseModel));
