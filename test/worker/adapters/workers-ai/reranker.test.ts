/** Tests reranking with the binding of Workers AI. */
import { describe, expect, it } from 'vitest';
import { createWorkersAiReranker } from '../../../../worker/adapters/workers-ai/reranker.ts';
import { rerankerContract } from '../../../contracts/reranker.ts';
import { createFakeAiReranker } from '../../../support/fakes/fake-workers-ai.ts';

describe('fulfills the port’s contract', () =>
  rerankerContract(async () => createWorkersAiReranker(createFakeAiReranker())));

it('requests a score for every text from the stated model', async () => {
  const ai = createFakeAiReranker();
  const reranker = createWorkersAiReranker(ai);
  await reranker.rerank('what runs', ['def run(): ...', '', 'a table']);
  const [call] = ai.calls;
  expect(reranker.model).toBe(`workers-ai:${call?.model}`);
  expect(ai.calls).toEqual([
    {
      model: '@cf/baai/bge-reranker-base',
      inputs: {
        query: 'what runs',
        contexts: [{ text: 'def run(): ...' }, { text: 'a table' }],
        top_k: 2,
      },
      options: {},
    },
  ]);
});

it('passes the abort signal to the binding', async () => {
  const ai = createFakeAiReranker();
  const { signal } = new AbortController();
  await createWorkersAiReranker(ai).rerank('what runs', ['a', 'b'], signal);
  expect(ai.calls[0]?.options?.signal).toBe(signal);
});

it('sends no request when there is nothing to score', async () => {
  const ai = createFakeAiReranker();
  await createWorkersAiReranker(ai).rerank('', ['a']);
  await createWorkersAiReranker(ai).rerank('a', [' ']);
  expect(ai.calls).toEqual([]);
});

function rerankWithAnswer(next: unknown) {
  const ai = createFakeAiReranker();
  ai.nextResult = next;
  return createWorkersAiReranker(ai).rerank('what runs', ['one', 'two']);
}

describe('scores', () => {
  it('are returned in the order of the texts', async () => {
    const response = [
      { id: 1, score: 0.9 },
      { id: 0, score: 0.2 },
    ];
    expect(await rerankWithAnswer({ response })).toEqual([0.2, 0.9]);
  });

  it('are mapped to 0..1 and keep their order if they exceed that range', async () => {
    const response = [
      { id: 0, score: 4.1 },
      { id: 1, score: -7.5 },
    ];
    const [first = 0, second = 1] = await rerankWithAnswer({ response });
    expect(first).toBeCloseTo(0.9837, 4);
    expect(second).toBeCloseTo(0.00055, 5);
  });
});

const scored = (...ids: unknown[]) => ({ response: ids.map((id) => ({ id, score: 0.5 })) });

describe('errors', () => {
  it.each([
    ['3040: No more data centers to forward the request to', 'reranker_unavailable'],
    ['Network connection lost.', 'reranker_unavailable'],
    ['5007: No such model or task', 'reranker_failed'],
    ['3036: You have used up your daily free allocation of 10,000 neurons.', 'reranker_failed'],
  ])('with the message "%s" have the code %s', async (message, code) => {
    await expect(rerankWithAnswer(new Error(message))).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
  });

  it.each([
    ['nothing', {}],
    ['an id of a queued request', { request_id: 'r' }],
    ['too few scores', scored(0)],
    ['two scores for one text', scored(0, 0)],
    ['more scores than texts', scored(0, 1, 1)],
    ['a text that was not sent', scored(0, 2)],
    ['ids that are not numbers', scored(0, '1')],
    [
      'scores that are not numbers',
      {
        response: [
          { id: 0, score: '0.5' },
          { id: 1, score: 0.5 },
        ],
      },
    ],
    [
      'infinite scores',
      {
        response: [
          { id: 0, score: Infinity },
          { id: 1, score: 0.5 },
        ],
      },
    ],
    ['empty rows', { response: [null, undefined] }],
  ])('because the response contains %s have the code reranker_failed', async (_, answer) => {
    await expect(rerankWithAnswer(answer)).rejects.toMatchObject({ code: 'reranker_failed' });
  });
});
