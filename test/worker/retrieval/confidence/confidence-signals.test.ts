/** What tells whether spans answer a question: each signal moves with what it is named after, and all stay within their bounds. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confidenceSignals } from '../../../../worker/retrieval/confidence/confidence-signals.ts';
import { weighWords } from '../../../../worker/retrieval/confidence/weigh-words.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';

interface Case {
  readonly absent?: readonly string[];
  readonly similarities?: readonly number[];
}

function signalsOf(text: string, texts: readonly string[], { absent = [], similarities = [] }: Case = {}) {
  const question = readQuestion(text);
  const counted = question.terms.map(({ word }) => [word, absent.includes(word) ? 0 : 5] as const);
  const words = weighWords(question, { frequencies: new Map(counted), chunks: 1_000 });
  const spans = texts.map((text) => ({ path: 'src/a.py', names: [], text }));
  return confidenceSignals(words, spans, similarities);
}

const apart = `cookies\n${'pass\n'.repeat(20)}signed`;

describe('what spans hold', () => {
  it('is told of the best of them and of all', () => {
    const { best, all } = signalsOf('cookies signed', ['cookies', 'signed']);
    expect(best).toBeCloseTo(0.5);
    expect(all).toBe(1);
  });

  it('counts as said together within a few lines alone', () => {
    expect(signalsOf('cookies signed', ['cookies\nsigned'])).toMatchObject({ near: 1, pairs: 1 });
    const far = signalsOf('cookies signed', [apart]);
    expect(far).toMatchObject({ best: 1, pairs: 0 });
    expect(far.near).toBeCloseTo(0.5);
  });

  it('counts words that stand on several lines of a window once', () => {
    expect(signalsOf('cookies signed', ['cookies\ncookies\ncookies']).near).toBeCloseTo(0.5);
  });

  it('is found in paths and names too', () => {
    const words = weighWords(readQuestion('cookies'), {
      frequencies: new Map([['cookies', 5]]),
      chunks: 1_000,
    });
    const spans = [{ path: 'src/cookies.py', names: [], text: 'pass' }];
    expect(confidenceSignals(words, spans, [])).toMatchObject({ best: 1, all: 1, near: 0, pairs: 1 });
  });
});

describe('what is missing', () => {
  it('is told of what no span shows and of what is nowhere', () => {
    const found = signalsOf('cookies kafka', ['cookies'], { absent: ['kafka'] });
    expect(found.absent).toBeGreaterThan(0.5);
    expect(found.unshown).toBe(found.absent);
    expect(signalsOf('cookies kafka', ['cookies'])).toMatchObject({ absent: 0, unshown: 0.5 });
  });
});

describe('nearness', () => {
  const similarities = [0.8, 0.6, ...Array.from({ length: 98 }, () => 0.4)];

  it('is the nearest chunks’; nothing where nothing is embedded', () => {
    const found = signalsOf('cookies', ['cookies'], { similarities });
    expect(found.nearest).toBe(0.8);
    expect(found.nearest5).toBeCloseTo((0.8 + 0.6 + 3 * 0.4) / 5);
    expect(signalsOf('cookies', ['cookies'])).toMatchObject({ nearest: 0, nearest5: 0 });
  });

  it('counts fewer chunks where there are few', () => {
    const found = signalsOf('cookies', ['cookies'], { similarities: similarities.slice(0, 10) });
    expect(found).toMatchObject({ nearest: 0.8, nearest5: 0.8 });
  });
});

it('stays within 0 and 1, and what spans hold never grows when one is taken away', () => {
  const words = ['cookies', 'signed', 'kafka', 'group', 'session', 'configure'];
  const text = fc
    .array(fc.constantFrom(...words, '\n', 'pass\n'), { maxLength: 60 })
    .map((all) => all.join(' '));
  const options = fc.record({ absent: fc.subarray(words), texts: fc.array(text, { maxLength: 8 }) });
  fc.assert(
    fc.property(fc.shuffledSubarray(words, { minLength: 1 }), options, (asked, { absent, texts }) => {
      const all = signalsOf(asked.join(' '), texts, { absent });
      const fewer = signalsOf(asked.join(' '), texts.slice(1), { absent });
      for (const value of Object.values(all)) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1 + 1e-9);
      }
      for (const name of ['best', 'all', 'near', 'pairs'] as const)
        expect(fewer[name]).toBeLessThanOrEqual(all[name] + 1e-9);
    }),
  );
});
