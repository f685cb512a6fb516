/** Why an answer is not what was asked for: one sentence that names a model once, whatever its vendor said. */
import { describe, expect, it } from 'vitest';
import type { GenerationAttempt, GenerationFacts } from '../../../../worker/core/generation.ts';
import { degradedOf } from '../../../../worker/flows/generation/degraded-of.ts';

const large = { provider: 'groq', model: 'large' } as const;
const small = { provider: 'openai', model: 'small' } as const;
const busy: GenerationAttempt = {
  model: 'groq/large',
  outcome: 'unavailable',
  detail: 'groq/large answered 503: it is busy.',
  ms: 5,
};
const answered: GenerationAttempt = {
  model: 'openai/small',
  outcome: 'answered',
  detail: 'It answered.',
  ms: 9,
};

const sentence = (
  facts: Partial<GenerationFacts>,
  { isText = true, reason = 'stop' as 'stop' | 'length' } = {},
) =>
  degradedOf(
    {
      type: 'finish',
      reason,
      facts: {
        model: undefined,
        isCutOff: false,
        attempts: [],
        usage: { input: 0, cached: 0, output: 0 },
        costUsd: undefined,
        firstTokenMs: undefined,
        totalMs: 0,
        isOwnKey: false,
        ...facts,
      },
    },
    { models: [large, small], maxOutputTokens: 300, isText },
  );

describe('why another than was asked for wrote an answer', () => {
  it('is nothing where the first model wrote all of it', () => {
    expect(
      sentence({ model: 'groq/large', attempts: [{ ...answered, model: 'groq/large' }] }),
    ).toBeUndefined();
  });

  it('names a model once, though its vendor named it too', () => {
    expect(sentence({ attempts: [busy] }, { isText: false })).toBe(
      'No model wrote this answer: groq/large: it answered 503: it is busy. It was composed from the index.',
    );
    const broken = { ...busy, outcome: 'cut-off', detail: 'groq/large: its answer broke off.' } as const;
    expect(sentence({ model: 'groq/large', isCutOff: true, attempts: [broken] })).toMatch(
      /^groq\/large broke off: its answer broke off\. /,
    );
    expect(sentence({ model: 'openai/small', attempts: [busy, answered] })).toBe(
      'openai/small wrote it instead of groq/large: it answered 503: it is busy.',
    );
  });

  it('tells of what broke off, of what said nothing and of what was cut at its longest', () => {
    const dropped = { ...busy, outcome: 'cut-off', detail: 'Its stream ended before its end.' } as const;
    expect(sentence({ model: 'groq/large', isCutOff: true, attempts: [dropped] })).toBe(
      'groq/large broke off: Its stream ended before its end. What stands behind its last words was composed from the index.',
    );
    expect(sentence({ model: 'groq/large', attempts: [answered] }, { isText: false })).toContain(
      'nothing to read came',
    );
    expect(sentence({ model: 'groq/large' }, { reason: 'length' })).toBe(
      'It ends where 300 tokens were reached.',
    );
  });
});
