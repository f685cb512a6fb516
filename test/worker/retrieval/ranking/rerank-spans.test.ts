/** Reranks the best spans among themselves; a failing model leaves the ranking unchanged. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../worker/core/errors.ts';
import type { ChunkRow } from '../../../../worker/ports/chunk-store.ts';
import type { Reranker } from '../../../../worker/ports/reranker.ts';
import type { RankedSpan } from '../../../../worker/retrieval/ranking/rank-spans.ts';
import { rerankSpans } from '../../../../worker/retrieval/ranking/rerank-spans.ts';
import { chunkRow } from '../../../support/samples/questions.ts';
import { createScriptedReranker } from '../../../support/fakes/scripted-reranker.ts';

const chunkTexts = ['alpha = 1\n', 'beta = 2\n', 'gamma = 3\n', 'delta = 4\n'];
const chunks = chunkTexts.map((raw, at): ChunkRow => ({
  ...chunkRow(`src/f${at}.py`, { key: at + 1 }),
  raw,
  masks: [],
  startOffset: 0,
}));
const spans = chunks.map((chunk, at): RankedSpan => ({
  chunk,
  score: 1 - at / 10,
  scores: { words: 1 - at / 10 },
}));

function rerank(
  reranker: Reranker,
  options: { count?: number; timeoutMs?: number; texts?: readonly ChunkRow[] } = {},
) {
  const { count = 30, texts = chunks, ...more } = options;
  const ranking = spans.map((span, at) => ({ ...span, chunk: texts[at] ?? span.chunk }));
  return rerankSpans(reranker, { question: 'Which?', spans: ranking, count, ...more });
}
const spanPaths = (ranked: readonly RankedSpan[]) => ranked.map(({ chunk }) => chunk.path);

describe('reranked spans', () => {
  it('follow the model’s order, each with the score of its new place', async () => {
    const { spans: reranked, note } = await rerank(
      createScriptedReranker({ gamma: 0.9, delta: 0.8, alpha: 0.1 }),
    );
    expect(note).toBeUndefined();
    expect(spanPaths(reranked)).toEqual(['src/f2.py', 'src/f3.py', 'src/f0.py', 'src/f1.py']);
    expect(reranked.map(({ score }) => score)).toEqual(spans.map(({ score }) => score));
    expect(reranked[0]?.scores).toEqual({ words: 0.8, crossEncoder: 0.9 });
  });

  it('stay before the remaining spans, which keep their order', async () => {
    const reranker = createScriptedReranker({ delta: 1, beta: 0.5 });
    const { spans: reranked } = await rerank(reranker, { count: 2 });
    expect(reranker.calls.map(({ texts }) => texts.length)).toEqual([2]);
    expect(spanPaths(reranked)).toEqual(['src/f1.py', 'src/f0.py', 'src/f2.py', 'src/f3.py']);
    expect(reranked.slice(2)).toEqual(spans.slice(2));
  });

  it('are limited to the number the model accepts; a single span is not reranked', async () => {
    const limitedReranker = createScriptedReranker({}, 3);
    await rerank(limitedReranker);
    expect(limitedReranker.calls[0]?.texts).toHaveLength(3);
    await rerank(limitedReranker, { count: 1 });
    expect(limitedReranker.calls).toHaveLength(1);
  });

  it('keep the fitted order if the model scores them equally', async () =>
    expect(spanPaths((await rerank(createScriptedReranker({}))).spans)).toEqual(spanPaths(spans)));

  it('are the same spans with descending scores, whatever the model returns', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 }),
        async (modelScores) => {
          const words = Object.fromEntries(
            chunkTexts.map((raw, at) => [raw.split(' ')[0] ?? '', modelScores[at] ?? 0]),
          );
          const { spans: reranked } = await rerank(createScriptedReranker(words));
          expect(spanPaths(reranked).toSorted()).toEqual(spanPaths(spans).toSorted());
          for (const [at, { score }] of reranked.entries())
            expect(score).toBeLessThanOrEqual(reranked[at - 1]?.score ?? 1);
        },
      ),
    ));
});

describe('the text sent to the model', () => {
  it('contains the name, path and lines of each span, with the question', async () => {
    const reranker = createScriptedReranker({});
    await rerank(reranker, { texts: chunks.map((chunk) => ({ ...chunk, symbol: `name${chunk.key}` })) });
    expect(reranker.calls[0]).toMatchObject({ question: 'Which?' });
    expect(reranker.calls[0]?.texts[1]).toBe('name2\nsrc/f1.py\nbeta = 2\n');
  });

  it('masks secrets', async () => {
    const reranker = createScriptedReranker({});
    const masks = [{ start: 108, end: 109, rule: 'key', line: 9 }];
    await rerank(reranker, { texts: chunks.map((chunk) => ({ ...chunk, startOffset: 100, masks })) });
    expect(reranker.calls[0]?.texts[0]).toContain('alpha = •');
    expect(reranker.calls[0]?.texts.join('')).not.toMatch(/alpha = 1/);
  });
});

describe('a model', () => {
  it.each([
    [
      'is unreachable',
      new AppError('reranker_unavailable', 'Workers AI is unreachable.'),
      /AI is unreachable/,
    ],
    ['rejects the request', new AppError('reranker_failed', 'No such model.'), /No such model/],
  ])('that %s leaves the ranking unchanged and returns a note with the reason', async (_, error, reason) => {
    const { spans: reranked, note } = await rerank(createScriptedReranker(error));
    expect(reranked).toEqual(spans);
    expect(note).toMatch(/fitted ranker only/);
    expect(note).toMatch(reason);
  });

  it('that exceeds the timeout is aborted', async () => {
    const reranker = createScriptedReranker('never');
    const { spans: reranked, note } = await rerank(reranker, { timeoutMs: 1 });
    expect(reranked).toEqual(spans);
    expect(note).toMatch(/within 1 ms/);
    expect(reranker.calls.map(({ signal }) => signal?.aborted)).toEqual([true]);
  });

  it('that answers is not aborted', async () => {
    const reranker = createScriptedReranker({});
    await rerank(reranker);
    expect(reranker.calls.map(({ signal }) => signal?.aborted)).toEqual([false]);
  });

  it('whose call the user aborts makes reranking rethrow the error', async () => {
    const stopped = new AppError('answer_stopped', 'It was stopped.');
    await expect(rerank(createScriptedReranker(stopped))).rejects.toBe(stopped);
  });
});
