/** Each confidence signal measures what its name says, and all signals stay within their bounds. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeSignals } from '../../../../worker/retrieval/confidence/confidence-signals.ts';
import { weighWords } from '../../../../worker/retrieval/confidence/weigh-words.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';

interface Case {
  readonly absent?: readonly string[];
  readonly similarities?: readonly number[];
}

function signalsFor(text: string, texts: readonly string[], { absent = [], similarities = [] }: Case = {}) {
  const question = readQuestion(text);
  const counted = question.terms.map(({ word }) => [word, absent.includes(word) ? 0 : 5] as const);
  const words = weighWords(question, { frequencies: new Map(counted), chunks: 1_000 });
  const spans = texts.map((text) => ({ path: 'src/a.py', names: [], text }));
  return computeSignals(words, spans, similarities);
}

const farApart = `cookies\n${'pass\n'.repeat(20)}signed`;

describe('coverage', () => {
  it('is measured for the best span and for all spans', () => {
    const { best, all } = signalsFor('cookies signed', ['cookies', 'signed']);
    expect(best).toBeCloseTo(0.5);
    expect(all).toBe(1);
  });

  it('counts words as near each other only within a few lines', () => {
    expect(signalsFor('cookies signed', ['cookies\nsigned'])).toMatchObject({ near: 1, pairs: 1 });
    const far = signalsFor('cookies signed', [farApart]);
    expect(far).toMatchObject({ best: 1, pairs: 0 });
    expect(far.near).toBeCloseTo(0.5);
  });

  it('counts a word that repeats within a window once', () => {
    expect(signalsFor('cookies signed', ['cookies\ncookies\ncookies']).near).toBeCloseTo(0.5);
  });

  it('includes words in paths and names', () => {
    const words = weighWords(readQuestion('cookies'), {
      frequencies: new Map([['cookies', 5]]),
      chunks: 1_000,
    });
    const spans = [{ path: 'src/cookies.py', names: [], text: 'pass' }];
    expect(computeSignals(words, spans, [])).toMatchObject({ best: 1, all: 1, near: 0, pairs: 1 });
  });
});

describe('missing words', () => {
  it('distinguish words that no span contains from words that the index lacks', () => {
    const signals = signalsFor('cookies kafka', ['cookies'], { absent: ['kafka'] });
    expect(signals.absent).toBeGreaterThan(0.5);
    expect(signals.unshown).toBe(signals.absent);
    expect(signalsFor('cookies kafka', ['cookies'])).toMatchObject({ absent: 0, unshown: 0.5 });
  });
});

describe('nearness', () => {
  const similarities = [0.8, 0.6, ...Array.from({ length: 98 }, () => 0.4)];

  it('is the similarity of the nearest chunks, or 0 without vectors', () => {
    const signals = signalsFor('cookies', ['cookies'], { similarities });
    expect(signals.nearest).toBe(0.8);
    expect(signals.nearest5).toBeCloseTo((0.8 + 0.6 + 3 * 0.4) / 5);
    expect(signalsFor('cookies', ['cookies'])).toMatchObject({ nearest: 0, nearest5: 0 });
  });

  it('averages fewer chunks if few were compared', () => {
    const signals = signalsFor('cookies', ['cookies'], { similarities: similarities.slice(0, 10) });
    expect(signals).toMatchObject({ nearest: 0.8, nearest5: 0.8 });
  });
});

it('keeps signals between 0 and 1, and never raises coverage when a span is removed', () => {
  const words = ['cookies', 'signed', 'kafka', 'group', 'session', 'configure'];
  const text = fc
    .array(fc.constantFrom(...words, '\n', 'pass\n'), { maxLength: 60 })
    .map((all) => all.join(' '));
  const options = fc.record({ absent: fc.subarray(words), texts: fc.array(text, { maxLength: 8 }) });
  fc.assert(
    fc.property(fc.shuffledSubarray(words, { minLength: 1 }), options, (queryWords, { absent, texts }) => {
      const all = signalsFor(queryWords.join(' '), texts, { absent });
      const fewer = signalsFor(queryWords.join(' '), texts.slice(1), { absent });
      for (const value of Object.values(all)) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1 + 1e-9);
      }
      for (const name of ['best', 'all', 'near', 'pairs'] as const)
        expect(fewer[name]).toBeLessThanOrEqual(all[name] + 1e-9);
    }),
  );
});
