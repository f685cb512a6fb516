/** Contract of every embedder: it returns one unit vector per text, in order. Vectors are deterministic, and close for related texts. */

import { beforeEach, describe, expect, it } from 'vitest';
import { cosineSimilarity, type EmbeddableText } from '../../worker/core/code/embedding.ts';
import type { Embedder } from '../../worker/ports/embedder.ts';

const text = (body: string, overrides: Partial<EmbeddableText> = {}): EmbeddableText => ({
  name: '',
  path: 'src/a.py',
  body,
  ...overrides,
});

const texts = [
  text('def open_connection(host, port): return socket.connect(host, port)', { name: 'open_connection' }),
  text('Renders a table of prices as HTML, row after row.', { name: 'Prices', path: 'docs/prices.md' }),
  text('class Parser:\n    def parse(self, tokens): ...', { name: 'Parser', path: 'src/parser.py' }),
];

const vectorLength = (vector: Float32Array | undefined): number => Math.hypot(...(vector ?? []));

export function embedderContract(open: () => Promise<Embedder>): void {
  let embedder: Embedder;
  beforeEach(async () => {
    embedder = await open();
  });

  it('has a space with a name and a number of dimensions', () => {
    expect(embedder.space.name).not.toBe('');
    expect(embedder.space.dimensions).toBeGreaterThan(8);
    expect(embedder.maxTexts).toBeGreaterThan(0);
  });

  it('returns one unit vector per text, in order, independent of the batch', async () => {
    const together = await embedder.embed(texts);
    expect(together).toHaveLength(texts.length);
    for (const [index, input] of texts.entries()) {
      const [alone = new Float32Array()] = await embedder.embed([input]);
      const vector = together[index] ?? new Float32Array();
      expect(vector).toBeInstanceOf(Float32Array);
      expect(vector).toHaveLength(embedder.space.dimensions);
      expect(vectorLength(vector)).toBeCloseTo(1, 4);
      expect(cosineSimilarity(vector, alone)).toBeCloseTo(1, 4);
    }
    const [first = new Float32Array(), second = new Float32Array()] = together;
    expect(cosineSimilarity(first, second)).toBeLessThan(0.99);
  });

  it('returns nothing for no texts, and accepts its documented maximum', async () => {
    expect(await embedder.embed([])).toEqual([]);
    const maxBatch = Array.from({ length: embedder.maxTexts }, (_, index) => text(`number ${index} of many`));
    expect(await embedder.embed(maxBatch)).toHaveLength(embedder.maxTexts);
  });

  describe('a question', () => {
    it('has a vector in the same space, closer to related texts', async () => {
      const query = await embedder.embedQuery('how is a connection opened to a host and port');
      expect(query).toHaveLength(embedder.space.dimensions);
      expect(vectorLength(query)).toBeCloseTo(1, 4);
      const [related, ...unrelated] = (await embedder.embed(texts)).map((vector) =>
        cosineSimilarity(vector, query),
      );
      expect(related).toBeGreaterThan(Math.max(...unrelated));
    });
  });

  it.each([
    ['long', 'word '.repeat(60_000)],
    ['long and without a space', 'x'.repeat(300_000)],
    ['mostly blank', `${' '.repeat(100_000)}word`],
    ['in another script', '接続を開く関数 '.repeat(400)],
    ['made of punctuation', '{}[]();::=>'.repeat(2_000)],
    ['malformed UTF-16', '\ud800 word \udfff'],
  ])('accepts a text that is %s', async (_, body) => {
    const [vector] = await embedder.embed([text(body, { name: 'name' })]);
    expect(vector).toHaveLength(embedder.space.dimensions);
    const length = vectorLength(vector);
    expect(Math.min(Math.abs(length - 1), length)).toBeLessThan(0.001);
  });

  it('accepts an empty text and an empty question', async () => {
    const [vector] = await embedder.embed([{ name: '', path: '', body: '' }]);
    for (const embedding of [vector, await embedder.embedQuery('')]) {
      expect(embedding).toHaveLength(embedder.space.dimensions);
      expect(embedding?.every((value) => Number.isFinite(value))).toBe(true);
    }
  });
}
