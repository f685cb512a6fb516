/** A passage contains the lines of its chunk. Secrets are masked, and lines that the chunk splits are completed. */
import { describe, expect, it } from 'vitest';
import type { ChunkRow, StoredFile } from '../../../../worker/ports/chunk-store.ts';
import { readPassages } from '../../../../worker/retrieval/search/read-passages.ts';
import { chunkRow } from '../../../support/samples/questions.ts';

const key = { shard: 0, snapshot: 1, generation: 1 };
const text = 'one = 1\ntwo = 22222222\nthree = 3\n';

function fakeStore(text: string) {
  const readPaths: string[] = [];
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
    readPaths,
    readFiles: (_: unknown, paths: readonly string[]) => {
      readPaths.push(...paths);
      return Promise.resolve(paths.map(file));
    },
  };
}

const rankedChunk = (path: string, overrides: Partial<ChunkRow>) => ({
  chunk: chunkRow(path, overrides),
  score: 1,
});

describe('a passage', () => {
  it('contains the lines of its chunk without reading the file', async () => {
    const store = fakeStore(text);
    const ranked = rankedChunk('a.py', { startLine: 1, endLine: 1, raw: 'one = 1\n' });
    expect(await readPassages(store, key, [ranked])).toEqual([
      { path: 'a.py', startLine: 1, endLine: 1, language: 'python', text: 'one = 1\n', ranked },
    ]);
    expect(store.readPaths).toEqual([]);
  });

  it('masks secrets by their offset in the file', async () => {
    const masks = [{ start: 14, end: 22, rule: 'password', line: 2 }];
    const ranked = rankedChunk('a.py', {
      startLine: 2,
      endLine: 2,
      startOffset: 8,
      raw: 'two = 22222222\n',
      masks,
    });
    const [passage] = await readPassages(fakeStore(text), key, [ranked]);
    expect(passage?.text).toBe(`two = ${'•'.repeat(8)}\n`);
  });

  it('contains the whole line if its chunk was split within it', async () => {
    const store = fakeStore(text);
    const split = rankedChunk('a.py', {
      startLine: 2,
      endLine: 2,
      startOffset: 8,
      raw: 'two = 2',
      sharesLine: true,
    });
    const whole = rankedChunk('b.py', { startLine: 3, endLine: 3, startOffset: 23, raw: 'three = 3\n' });
    const outOfRange = rankedChunk('a.py', { startLine: 9, endLine: 9, raw: 'nine', sharesLine: true });
    const passages = await readPassages(store, key, [whole, split, outOfRange]);
    expect(passages.map(({ text }) => text)).toEqual(['three = 3\n', 'two = 22222222\n']);
    expect(store.readPaths).toEqual(['a.py']);
  });
});
