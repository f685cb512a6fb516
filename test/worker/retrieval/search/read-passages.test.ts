/** What is shown of a ranked chunk: its own lines, masked; whole lines where it was cut within one. */
import { describe, expect, it } from 'vitest';
import type { ChunkRow, StoredFile } from '../../../../worker/ports/chunk-store.ts';
import { readPassages } from '../../../../worker/retrieval/search/read-passages.ts';
import { chunkRow } from '../../../support/samples/questions.ts';

const key = { shard: 0, snapshot: 1, generation: 1 };
const text = 'one = 1\ntwo = 22222222\nthree = 3\n';

function storeOf(text: string) {
  const asked: string[] = [];
  const file = (path: string): StoredFile => ({
    path,
    role: 'source',
    language: 'python',
    lines: 3,
    hash: '',
    encoding: 'utf-8',
    text,
    masks: [],
  });
  return {
    asked,
    readFiles: (_: unknown, paths: readonly string[]) => {
      asked.push(...paths);
      return Promise.resolve(paths.map(file));
    },
  };
}

const ranked = (path: string, more: Partial<ChunkRow>) => ({ chunk: chunkRow(path, more), score: 1 });

describe('a passage', () => {
  it('is the lines of its chunk, and no file is read for it', async () => {
    const store = storeOf(text);
    const one = ranked('a.py', { startLine: 1, endLine: 1, raw: 'one = 1\n' });
    expect(await readPassages(store, key, [one])).toEqual([
      { path: 'a.py', startLine: 1, endLine: 1, language: 'python', text: 'one = 1\n', ranked: one },
    ]);
    expect(store.asked).toEqual([]);
  });

  it('hides secrets, which are told by their place in the file', async () => {
    const masks = [{ start: 14, end: 22, rule: 'password', line: 2 }];
    const one = ranked('a.py', { startLine: 2, endLine: 2, startOffset: 8, raw: 'two = 22222222\n', masks });
    const [passage] = await readPassages(storeOf(text), key, [one]);
    expect(passage?.text).toBe(`two = ${'•'.repeat(8)}\n`);
  });

  it('has the whole of a line its chunk was cut within', async () => {
    const store = storeOf(text);
    const cut = ranked('a.py', {
      startLine: 2,
      endLine: 2,
      startOffset: 8,
      raw: 'two = 2',
      sharesLine: true,
    });
    const whole = ranked('b.py', { startLine: 3, endLine: 3, startOffset: 23, raw: 'three = 3\n' });
    const gone = ranked('a.py', { startLine: 9, endLine: 9, raw: 'nine', sharesLine: true });
    const passages = await readPassages(store, key, [whole, cut, gone]);
    expect(passages.map(({ text }) => text)).toEqual(['three = 3\n', 'two = 22222222\n']);
    expect(store.asked).toEqual(['a.py']);
  });
});
