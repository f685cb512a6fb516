/** Chunks join to the text of their files, and are found by position. */

import * as fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { storeFiles } from '../../support/workbench/fill-snapshot.ts';
import { definition, type FileFacts } from '../../support/workbench/parsed-files.ts';
import { key, numberedLines, otherKey, type ChunkStoreSubject } from './subject.ts';

export function chunkSuite(open: () => Promise<ChunkStoreSubject>): void {
  let subject: ChunkStoreSubject;
  beforeEach(async () => {
    subject = await open();
  });
  const store = (files: readonly FileFacts[], at = key) => storeFiles(subject, at, { files });

  it('of a file join to its exact text', async () => {
    const texts = fc.array(
      fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', '\r', '😀', '\u2028', '\u0001') }),
      {
        minLength: 1,
        maxLength: 6,
      },
    );
    await fc.assert(
      fc.asyncProperty(texts, async (contents) => {
        subject = await open();
        await store(contents.map((text, index) => ({ path: `${index}.txt`, text, linesPerChunk: 2 })));
        const ranges = await subject.chunkStore.fileRanges(key, 3);
        const chunks = await Promise.all(ranges.map((range) => subject.chunkStore.chunksOfRange(key, range)));
        const allChunks = chunks.flat();
        contents.forEach((text, index) => {
          const fileChunks = allChunks.filter((chunk) => chunk.path === `${index}.txt`);
          expect(fileChunks.map((chunk) => chunk.raw).join('')).toBe(text);
          expect(fileChunks.map((chunk) => chunk.ordinal)).toEqual(fileChunks.map((_, ordinal) => ordinal));
          for (const chunk of fileChunks) expect(text.startsWith(chunk.raw, chunk.startOffset)).toBe(true);
        });
      }),
      { numRuns: 15 },
    );
  });

  it('are split into ranges of about the requested size that contain every file once', async () => {
    await store(
      Array.from({ length: 23 }, (_, index) => ({
        path: `f${index}.py`,
        text: numberedLines(10 * (index % 4)),
      })),
    );
    const ranges = await subject.chunkStore.fileRanges(key, 5);
    expect(ranges.length).toBeGreaterThan(3);
    const chunks = await Promise.all(ranges.map((range) => subject.chunkStore.chunksOfRange(key, range)));
    for (const range of chunks) expect(range.length).toBeLessThanOrEqual(5);
    const keys = chunks.flat().map((chunk) => chunk.key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toHaveLength((await subject.chunkStore.counts(key)).chunks);
  });

  it('of files that are unchanged at the same path in another state are reported with their keys in that state', async () => {
    const [unchanged, changed] = [
      { path: 'b.py', text: numberedLines(20) },
      { path: 'c.py', text: numberedLines(15) },
    ];
    await store([{ path: 'a.py', text: numberedLines(5, 'a') }, unchanged, changed]);
    await storeFiles(subject, otherKey, {
      files: [
        { path: 'moved.py', text: numberedLines(5, 'a') },
        { ...changed, text: numberedLines(25) },
        unchanged,
      ],
    });
    const wholeRange = { firstFile: 0, lastFile: 1_000 };
    const compared = await subject.chunkStore.compareFiles(otherKey, key, wholeRange);
    expect(compared.map(({ chunks, same }) => [chunks, same?.count])).toEqual([
      [1, undefined],
      [3, undefined],
      [2, 2],
    ]);
    const firstKey = async (at: typeof key) =>
      (await subject.chunkStore.chunksAt(at, [{ path: 'b.py', line: 1 }]))[0]?.key;
    expect(compared[2]?.same).toEqual({ from: await firstKey(key), to: await firstKey(otherKey), count: 2 });
    const read = await subject.chunkStore.chunksOfFiles(
      otherKey,
      compared.filter(({ same }) => same === undefined).map(({ file }) => file),
    );
    expect(read.map(({ path, ordinal }) => [path, ordinal])).toEqual([
      ['moved.py', 0],
      ['c.py', 0],
      ['c.py', 1],
      ['c.py', 2],
    ]);
    expect(await subject.chunkStore.fileRanges(otherKey, 4.5)).toHaveLength(2);
    expect(await subject.chunkStore.fileRanges(otherKey, 4.5, key)).toHaveLength(1);
    expect(
      (await subject.chunkStore.compareFiles(otherKey, { ...key, generation: 2 }, wholeRange)).every(
        ({ same }) => same === undefined,
      ),
    ).toBe(true);
  });

  it('are found by key and by line, with all stored fields', async () => {
    await store([
      {
        path: 'src/app.py',
        text: numberedLines(25),
        symbols: [definition('App.run', 12)],
        metadata: { signature: 'def run(self)', headings: ['A', 'B'], complexity: 3 },
      },
    ]);
    const [chunk] = await subject.chunkStore.chunksAt(key, [{ path: 'src/app.py', line: 12 }]);
    expect(chunk).toMatchObject({
      path: 'src/app.py',
      ordinal: 1,
      startLine: 11,
      endLine: 20,
      startOffset: numberedLines(10).length,
      symbol: 'App.run',
      metadata: { defines: ['App.run'], signature: 'def run(self)', headings: ['A', 'B'], complexity: 3 },
    });
    const [byKey] = await subject.chunkStore.chunksByKey(key, [chunk?.key ?? -1]);
    expect(byKey).toEqual({ ...chunk, raw: numberedLines(20).slice(numberedLines(10).length) });
    expect(await subject.chunkStore.chunksByKey(key, [999_999_999])).toEqual([]);
  });

  it('are returned once for ranges that share a line with them', async () => {
    await store([
      { path: 'a.py', text: numberedLines(45) },
      { path: 'b.py', text: numberedLines(25, 'b') },
    ]);
    const ranges = [
      { path: 'a.py', startLine: 10, endLine: 11 },
      { path: 'a.py', startLine: 12, endLine: 12 },
      { path: 'b.py', startLine: 25, endLine: 99 },
      { path: 'nowhere', startLine: 1, endLine: 9 },
    ];
    const chunks = await subject.chunkStore.chunksInRanges(key, ranges);
    expect(chunks.map(({ path, startLine }) => `${path} ${startLine}`).toSorted()).toEqual([
      'a.py 1',
      'a.py 11',
      'b.py 21',
    ]);
    expect(await subject.chunkStore.chunksInRanges(key, [])).toEqual([]);
  });

  it('are returned once for several positions, and not for lines outside every chunk', async () => {
    await store([{ path: 'a.py', text: numberedLines(25) }]);
    const positions = [1, 2, 25, 26, 0].map((line) => ({ path: 'a.py', line }));
    const chunks = await subject.chunkStore.chunksAt(key, positions);
    expect(chunks.map((chunk) => chunk.startLine).toSorted()).toEqual([1, 21]);
    expect(await subject.chunkStore.chunksAt(key, [{ path: 'nowhere', line: 1 }])).toEqual([]);
  });

  it.each([
    [
      'many',
      Array.from({ length: 150 }, (_, index) => ({
        path: `d/${index}.txt`,
        text: numberedLines(300, `${'x'.repeat(30)} ${index}`),
        linesPerChunk: 100,
      })),
    ],
    [
      'long',
      [{ path: 'long.txt', text: `${'x'.repeat(900_000)}\n${'"'.repeat(700_000)}\n`, linesPerChunk: 1 }],
    ],
    [
      'of three-byte characters',
      [{ path: 'cjk.txt', text: `${'漢'.repeat(300_000)}\n`.repeat(3), linesPerChunk: 1 }],
    ],
  ] satisfies [string, FileFacts[]][])(
    'are stored in several statements if they are %s',
    async (_, files) => {
      await store(files);
      for (const { path, text } of [files[0], files.at(-1)].filter((file) => file !== undefined)) {
        const read = await subject.chunkStore.readFile(key, path);
        expect(read?.text === text).toBe(true);
      }
      expect((await subject.chunkStore.counts(key)).files).toBe(files.length);
    },
  );
}
