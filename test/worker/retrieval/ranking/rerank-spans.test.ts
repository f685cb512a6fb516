/** The best spans read again: they change places among themselves, and a model that fails leaves them as they were. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../worker/core/errors.ts';
import type { ChunkRow } from '../../../../worker/ports/chunk-store.ts';
import type { Reranker } from '../../../../worker/ports/reranker.ts';
import type { RankedSpan } from '../../../../worker/retrieval/ranking/rank-spans.ts';
import { rerankSpans } from '../../../../worker/retrieval/ranking/rerank-spans.ts';
import { chunkRow } from '../../../support/samples/questions.ts';
import { createScriptedReranker } from '../../../support/fakes/scripted-reranker.ts';

const raws = ['alpha = 1\n', 'beta = 2\n', 'gamma = 3\n', 'delta = 4\n'];
const chunks = raws.map((raw, at): ChunkRow => ({
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
  of: { count?: number; timeoutMs?: number; texts?: readonly ChunkRow[] } = {},
) {
  const { count = 30, texts = chunks, ...more } = of;
  const read = spans.map((span, at) => ({ ...span, chunk: texts[at] ?? span.chunk }));
  return rerankSpans(reranker, { question: 'Which?', spans: read, count, ...more });
}
const pathsOf = (of: readonly RankedSpan[]) => of.map(({ chunk }) => chunk.path);

describe('the spans that are read again', () => {
  it('come as the model scores them, each with the score of the place it takes', async () => {
    const { spans: found, note } = await rerank(
      createScriptedReranker({ gamma: 0.9, delta: 0.8, alpha: 0.1 }),
    );
    expect(note).toBeUndefined();
    expect(pathsOf(found)).toEqual(['src/f2.py', 'src/f3.py', 'src/f0.py', 'src/f1.py']);
    expect(found.map(({ score }) => score)).toEqual(spans.map(({ score }) => score));
    expect(found[0]?.scores).toEqual({ words: 0.8, crossEncoder: 0.9 });
  });

  it('stay before the rest, which stays as it was', async () => {
    const reranker = createScriptedReranker({ delta: 1, beta: 0.5 });
    const { spans: found } = await rerank(reranker, { count: 2 });
    expect(reranker.calls.map(({ texts }) => texts.length)).toEqual([2]);
    expect(pathsOf(found)).toEqual(['src/f1.py', 'src/f0.py', 'src/f2.py', 'src/f3.py']);
    expect(found.slice(2)).toEqual(spans.slice(2));
  });

  it('are no more than the model takes, and none where there is one alone', async () => {
    const few = createScriptedReranker({}, 3);
    await rerank(few);
    expect(few.calls[0]?.texts).toHaveLength(3);
    await rerank(few, { count: 1 });
    expect(few.calls).toHaveLength(1);
  });

  it('keep the fitted order where the model scores them alike', async () =>
    expect(pathsOf((await rerank(createScriptedReranker({}))).spans)).toEqual(pathsOf(spans)));

  it('are the same spans whatever it says, with scores that fall', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 }),
        async (told) => {
          const words = Object.fromEntries(raws.map((raw, at) => [raw.split(' ')[0] ?? '', told[at] ?? 0]));
          const { spans: found } = await rerank(createScriptedReranker(words));
          expect(pathsOf(found).toSorted()).toEqual(pathsOf(spans).toSorted());
          for (const [at, { score }] of found.entries())
            expect(score).toBeLessThanOrEqual(found[at - 1]?.score ?? 1);
        },
      ),
    ));
});

describe('what the model reads', () => {
  it('is the path, the name and the lines of each, with the question', async () => {
    const reranker = createScriptedReranker({});
    await rerank(reranker, { texts: chunks.map((chunk) => ({ ...chunk, symbol: `name${chunk.key}` })) });
    expect(reranker.calls[0]).toMatchObject({ question: 'Which?' });
    expect(reranker.calls[0]?.texts[1]).toBe('name2\nsrc/f1.py\nbeta = 2\n');
  });

  it('never holds a secret', async () => {
    const reranker = createScriptedReranker({});
    const masks = [{ start: 108, end: 109, rule: 'key', line: 9 }];
    await rerank(reranker, { texts: chunks.map((chunk) => ({ ...chunk, startOffset: 100, masks })) });
    expect(reranker.calls[0]?.texts[0]).toContain('alpha = •');
    expect(reranker.calls[0]?.texts.join('')).not.toMatch(/alpha = 1/);
  });
});

describe('a model that fails', () => {
  it.each([
    ['cannot be reached', new AppError('reranker_unavailable', 'Workers AI is away.'), /away/],
    ['refuses', new AppError('reranker_failed', 'No such model.'), /No such model/],
  ])('because it %s leaves the ranking and says why', async (_, error, reason) => {
    const { spans: found, note } = await rerank(createScriptedReranker(error));
    expect(found).toEqual(spans);
    expect(note).toMatch(/fitted ranker alone/);
    expect(note).toMatch(reason);
  });

  it('to answer in time is not waited for', async () => {
    const reranker = createScriptedReranker('never');
    const { spans: found, note } = await rerank(reranker, { timeoutMs: 1 });
    expect(found).toEqual(spans);
    expect(note).toMatch(/within 1 ms/);
    expect(reranker.calls.map(({ signal }) => signal?.aborted)).toEqual([true]);
  });

  it('is not stopped where it answers', async () => {
    const reranker = createScriptedReranker({});
    await rerank(reranker);
    expect(reranker.calls.map(({ signal }) => signal?.aborted)).toEqual([false]);
  });

  it('is told apart from a reader who has gone', async () => {
    const gone = new AppError('answer_stopped', 'It was stopped.');
    await expect(rerank(createScriptedReranker(gone))).rejects.toBe(gone);
  });
});
