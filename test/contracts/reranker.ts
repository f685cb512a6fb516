/** Contract of every reranker: it returns one score from 0 to 1 per text, in order. The text that answers the question scores highest. */

import { beforeEach, expect, it } from 'vitest';
import type { Reranker } from '../../worker/ports/reranker.ts';

const question = 'How is a connection opened to a host and port?';
const answer = 'def open_connection(host, port):\n    return socket.connect((host, port))';
const texts = ['Renders a table of prices as HTML, row after row.', answer, 'class Parser: ...'];

export function rerankerContract(open: () => Promise<Reranker>): void {
  let reranker: Reranker;
  beforeEach(async () => {
    reranker = await open();
  });

  it('states its model and maximum number of texts', () => {
    expect(reranker.model).not.toBe('');
    expect(reranker.maxPairs).toBeGreaterThan(1);
  });

  it('scores each text from 0 to 1, in order, with answers above other texts', async () => {
    const scores = await reranker.rerank(question, texts);
    expect(scores).toHaveLength(texts.length);
    for (const score of scores) {
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }
    const [prices = 1, opened = 0, parser = 1] = scores;
    expect(opened).toBeGreaterThan(Math.max(prices, parser));
    const reversed = await reranker.rerank(question, texts.toReversed());
    expect(reversed.indexOf(Math.max(...reversed))).toBe(1);
    expect(reversed[0]).toBeCloseTo(parser, 4);
  });

  it('gives the same text the same score at any position', async () => {
    const [first = 0, second = 1] = await reranker.rerank(question, [answer, answer, 'row']);
    expect(first).toBeCloseTo(second, 4);
  });

  it('returns nothing for no texts, and accepts its documented maximum', async () => {
    expect(await reranker.rerank(question, [])).toEqual([]);
    const maxBatch = Array.from({ length: reranker.maxPairs }, (_, index) => `number ${index} of many`);
    expect(await reranker.rerank(question, maxBatch)).toHaveLength(reranker.maxPairs);
  });

  it('scores empty texts 0, and every text 0 for an empty question', async () => {
    const scores = await reranker.rerank(question, ['', answer, ' \n\t', texts[0] ?? '', '']);
    expect([scores[0], scores[2], scores[4]]).toEqual([0, 0, 0]);
    expect(scores[1]).toBeGreaterThan(scores[3] ?? 1);
    expect(await reranker.rerank(' ', texts)).toEqual([0, 0, 0]);
    expect(await reranker.rerank(question, ['', ''])).toEqual([0, 0]);
  });

  it.each([
    ['long', 'word '.repeat(60_000)],
    ['long and without a space', 'x'.repeat(300_000)],
    ['mostly blank', `${' '.repeat(100_000)}word`],
    ['in another script', '接続を開く関数 '.repeat(400)],
    ['made of punctuation', '{}[]();::=>'.repeat(2_000)],
    ['malformed UTF-16', '\ud800 word \udfff'],
  ])('accepts a text and a question that is %s', async (_, input) => {
    for (const scores of [
      await reranker.rerank(question, [input, answer]),
      await reranker.rerank(input, [input, answer]),
    ]) {
      expect(scores).toHaveLength(2);
      expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
    }
  });
}
