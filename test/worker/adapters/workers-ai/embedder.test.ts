/** Tests embedding with the binding of Workers AI. */
import { describe, expect, it } from 'vitest';
import { bgeModels, createWorkersAiEmbedder } from '../../../../worker/adapters/workers-ai/embedder.ts';
import { embedderContract } from '../../../contracts/embedder.ts';
import { createFakeWorkersAi } from '../../../support/fakes/fake-workers-ai.ts';

const names = ['small', 'base', 'large', 'm3'] as const;
const text = { name: 'run', path: 'src/app.py', body: 'def run(): ...' };

for (const name of names)
  describe(`${name} fulfills the port’s contract`, () =>
    embedderContract(async () => createWorkersAiEmbedder(createFakeWorkersAi(), name)));

describe('a call', () => {
  it('contains the model, the pooling, and name, path and body', async () => {
    const ai = createFakeWorkersAi();
    await createWorkersAiEmbedder(ai, 'base').embed([text, { ...text, name: '' }]);
    expect(ai.calls).toEqual([
      {
        model: '@cf/baai/bge-base-en-v1.5',
        inputs: {
          text: ['run\nsrc/app.py\ndef run(): ...', 'src/app.py\ndef run(): ...'],
          pooling: 'cls',
        },
        options: {},
      },
    ]);
  });

  it('contains no pooling for a model without it', async () => {
    const ai = createFakeWorkersAi();
    await createWorkersAiEmbedder(ai, 'm3').embed([text]);
    expect(ai.calls[0]?.inputs).not.toHaveProperty('pooling');
  });

  it('contains the prefix for questions with which English models were trained', async () => {
    const ai = createFakeWorkersAi();
    await createWorkersAiEmbedder(ai, 'small').embedQuery('what runs');
    await createWorkersAiEmbedder(ai, 'm3').embedQuery('what runs');
    expect(ai.calls.map(({ inputs }) => inputs['text'])).toEqual([
      [expect.stringMatching(/^Represent this sentence .*: what runs$/)],
      ['what runs'],
    ]);
  });
});

it('passes the abort signal of a question to the binding', async () => {
  const ai = createFakeWorkersAi();
  const { signal } = new AbortController();
  await createWorkersAiEmbedder(ai, 'm3').embedQuery('what runs', signal);
  expect(ai.calls[0]?.options?.signal).toBe(signal);
});

it('uses a separate space for each model and pooling', () => {
  const spaces = names.map((name) => createWorkersAiEmbedder(createFakeWorkersAi(), name).space);
  expect(new Set(spaces.map((space) => space.name)).size).toBe(names.length);
  expect(spaces.map((space) => space.dimensions)).toEqual(names.map((name) => bgeModels[name].dimensions));
});

function embedWithFailure(next: unknown) {
  const ai = createFakeWorkersAi();
  ai.nextResult = next;
  return createWorkersAiEmbedder(ai, 'small').embed([text, text]);
}

describe('errors', () => {
  it.each([
    ['3040: No more data centers to forward the request to', 'embedder_unavailable'],
    ['3007: Request timeout', 'embedder_unavailable'],
    ['Network connection lost.', 'embedder_unavailable'],
    ['5007: No such model or task', 'embedder_failed'],
    ['3036: You have used up your daily free allocation of 10,000 neurons.', 'embedder_failed'],
    ['InferenceUpstreamError: 3006: Request is too large', 'embedder_failed'],
  ])('with the message "%s" have the code %s', async (message, code) => {
    await expect(embedWithFailure(new Error(message))).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
  });

  const row = Array.from({ length: 384 }, () => 0.1);
  it.each([
    ['nothing', {}],
    ['an id of a queued request', { request_id: 'r' }],
    ['too few vectors', { shape: [1, 384], data: [row] }],
    ['vectors of different lengths', { data: [row, row.slice(1)] }],
    ['text instead of numbers', { data: [row, row.map(String)] }],
    ['a missing number', { data: [row, [...row.slice(1), null]] }],
  ])('because the response contains %s have the code embedder_failed', async (_, answer) => {
    await expect(embedWithFailure(answer)).rejects.toMatchObject({ code: 'embedder_failed' });
  });
});
