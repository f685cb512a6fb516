/** The explanation of why the requested model did not write an answer. It names each model once, whatever the provider's message is. */
import { describe, expect, it } from 'vitest';
import type { GenerationAttempt, GenerationFacts } from '../../../../../worker/core/answers/generation.ts';
import { explainDegraded } from '../../../../../worker/flows/answer/write/write-with-model.ts';

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

const explain = (
  facts: Partial<GenerationFacts>,
  { hasText = true, reason = 'stop' as 'stop' | 'length' } = {},
) =>
  explainDegraded(
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
    { models: [large, small], maxOutputTokens: 300, hasText },
  );

describe('the explanation of a degraded answer', () => {
  it('is undefined if the first model wrote the whole answer', () => {
    expect(
      explain({ model: 'groq/large', attempts: [{ ...answered, model: 'groq/large' }] }),
    ).toBeUndefined();
  });

  it('names a model once, even if the provider named it too', () => {
    expect(explain({ attempts: [busy] }, { hasText: false })).toBe(
      'No model wrote this answer: groq/large: it answered 503: it is busy. It was composed from the index.',
    );
    const interrupted = { ...busy, outcome: 'cut-off', detail: 'groq/large: its answer broke off.' } as const;
    expect(explain({ model: 'groq/large', isCutOff: true, attempts: [interrupted] })).toMatch(
      /^groq\/large was interrupted: its answer broke off\. /,
    );
    expect(explain({ model: 'openai/small', attempts: [busy, answered] })).toBe(
      'openai/small wrote it instead of groq/large: it answered 503: it is busy.',
    );
  });

  it('covers an interrupted text, an empty text and a text at the output limit', () => {
    const dropped = { ...busy, outcome: 'cut-off', detail: 'Its stream ended before its end.' } as const;
    expect(explain({ model: 'groq/large', isCutOff: true, attempts: [dropped] })).toBe(
      'groq/large was interrupted: Its stream ended before its end. The text after its last words was composed from the index.',
    );
    expect(explain({ model: 'groq/large', attempts: [answered] }, { hasText: false })).toContain(
      'it wrote no readable text',
    );
    expect(explain({ model: 'groq/large' }, { reason: 'length' })).toBe(
      'It ends at the limit of 300 tokens.',
    );
  });
});
