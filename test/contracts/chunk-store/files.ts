/** Files are returned byte for byte, under their paths. */

import { beforeEach, expect, it } from 'vitest';
import { sha256 } from '../../../worker/core/text/hash.ts';
import { encodeText } from '../../../worker/core/text/decode-text.ts';
import { sharedVariant, claimPart, saveManifest, storeFiles } from '../../support/workbench/fill-snapshot.ts';
import { definition, type FileFacts } from '../../support/workbench/parsed-files.ts';
import { key, numberedLines, otherKey, type ChunkStoreSubject } from './subject.ts';

const skippedFile = (path: string, reason: 'binary' | 'lock-file') => ({ path, reason, detail: 'x' });

export function fileSuite(open: () => Promise<ChunkStoreSubject>): void {
  let subject: ChunkStoreSubject;
  beforeEach(async () => {
    subject = await open();
  });
  const store = (files: readonly FileFacts[], at = key) => storeFiles(subject, at, { files });

  it('are returned byte for byte, for any name, encoding and line ending', async () => {
    const files: FileFacts[] = [
      { path: 'src/app.py', text: numberedLines(25) },
      { path: 'docs/日本語/ガイド é.md', text: '# はじめに\r\n\r\n本文 😀' },
      { path: 'it\'s "quoted"/[a] & 100%_;--.txt', text: 'no line break' },
      { path: 'empty/__init__.py', text: '' },
      { path: 'old.c', text: 'caf\u00e9 \u201cx\u201d\n', encoding: 'windows-1252' },
      { path: 'wide.txt', text: '\ufeffwide\n', encoding: 'utf-16le' },
      { path: 'e\u0301.txt', text: 'decomposed\n' },
      { path: '\u00e9.txt', text: 'composed\n' },
    ];
    await store(files);
    for (const { path, text, encoding = 'utf-8' } of files) {
      const file = await subject.chunkStore.readFile(key, path);
      expect(file).toMatchObject({ path, text, encoding });
      expect(file?.hash).toBe(await sha256(encodeText(text, encoding)));
    }
    const listed = await subject.chunkStore.listFiles(key);
    expect(listed.map((file) => file.path)).toEqual(files.map((file) => file.path).toSorted());
  });

  it('are listed with role, language and lines', async () => {
    await store([
      { path: 'src/app.py', text: numberedLines(3) },
      { path: 'tests/test_app.py', text: 'one\ntwo' },
      { path: 'a.md', text: '' },
    ]);
    expect(await subject.chunkStore.listFiles(key)).toEqual([
      { path: 'a.md', role: 'docs', language: 'markdown', lines: 0, bytes: 0 },
      { path: 'src/app.py', role: 'source', language: 'python', lines: 3, bytes: numberedLines(3).length },
      { path: 'tests/test_app.py', role: 'test', language: 'python', lines: 2, bytes: 7 },
    ]);
  });

  it('are listed with the package they belong to, if there is one', async () => {
    const listed = [
      { path: 'packages/a/x.py', role: 'source', package: 'packages/a' },
      { path: 'y.py', role: 'source', package: undefined },
    ] as const;
    const part = await claimPart(subject, key, 'fetch');
    await subject.chunkStore.saveManifest(key, part, {
      ...sharedVariant,
      files: listed,
      skipped: [],
      parseParts: [],
    });
    const [inPackage, atTop] = await subject.chunkStore.listFiles(key);
    expect(inPackage?.package).toBe('packages/a');
    expect(atTop).not.toHaveProperty('package');
  });

  it('are counted by folder', async () => {
    const paths = ['a/%_/x.py', 'a/b/c/x.py', 'a/b/x.py', 'a/b.py', 'a/bc/x.py', 'a/b-c/x.py', 'ab.py'];
    await store(paths.map((path) => ({ path, text: 'x' })));
    await storeFiles(subject, otherKey, { files: [{ path: 'a/b/y.py', text: 'x' }] });
    const counts = ['a', 'a/b', 'a/%_', 'A', 'a/b.py', 'none'].map((folder) =>
      subject.chunkStore.countFiles(key, folder),
    );
    expect(await Promise.all(counts)).toEqual([6, 2, 1, 0, 0, 0]);
  });

  it('are omitted from a read if they do not exist', async () => {
    await store([
      { path: 'b', text: 'b' },
      { path: 'a', text: 'a' },
    ]);
    const read = await subject.chunkStore.readFiles(key, ['a', 'nowhere', 'b', 'A']);
    expect(read.map((file) => file.path)).toEqual(['b', 'a']);
    expect(await subject.chunkStore.readFile(key, 'nowhere')).toBeUndefined();
  });

  it('are found by path and by content', async () => {
    const store = subject.chunkStore;
    const files = ['a.py', 'b/a.py', 'c.py'].map((path, at) => ({
      path,
      text: numberedLines(at === 2 ? 4 : 3),
    }));
    await storeFiles(subject, key, { files });
    await storeFiles(subject, otherKey, { files: [{ path: 'elsewhere.py', text: numberedLines(3) }] });
    const [hash, different] = [await sha256(numberedLines(3)), await sha256(numberedLines(4))];
    const query = { paths: ['c.py', 'nowhere.py'], hashes: [hash] };
    expect(await store.findFiles(key, query)).toEqual([
      { path: 'a.py', hash, lines: 3 },
      { path: 'b/a.py', hash, lines: 3 },
      { path: 'c.py', hash: different, lines: 4 },
    ]);
    expect(await store.findFiles(key, { paths: [], hashes: [] })).toEqual([]);
  });

  it('are counted, as are skipped files and masked secrets', async () => {
    const masks = [{ start: 7, end: 9, rule: 'aws', line: 2 }];
    await storeFiles(subject, key, {
      files: [
        { path: 'a.py', text: numberedLines(25), symbols: [definition('A', 1)], masks },
        { path: 'b.py', text: '' },
      ],
      skipped: [
        { path: 'z.png', reason: 'binary', detail: 'PNG' },
        { path: 'dist/a.js', reason: 'generated', detail: 'dist/' },
      ],
    });
    expect(await subject.chunkStore.counts(key)).toEqual({
      files: 2,
      lines: 25,
      chunks: 3,
      symbols: 1,
      edges: 0,
      skipped: 2,
    });
    expect(await subject.chunkStore.coverage(key)).toEqual({
      skipped: [
        { path: 'dist/a.js', reason: 'generated', detail: 'dist/' },
        { path: 'z.png', reason: 'binary', detail: 'PNG' },
      ],
      masked: [{ path: 'a.py', line: 2, rule: 'aws' }],
    });
    expect((await subject.chunkStore.readFile(key, 'a.py'))?.masks).toEqual(masks);
  });

  it('have no content before they are parsed, and reads succeed', async () => {
    await saveManifest(subject, key, { files: [{ path: 'a.py', text: '' }] });
    expect(await subject.chunkStore.listFiles(key)).toMatchObject([{ path: 'a.py', lines: 0 }]);
    expect(await subject.chunkStore.readFile(key, 'a.py')).toBeUndefined();
    expect(await subject.chunkStore.fileRanges(key, 10)).toEqual([]);
  });

  it('are counted by reason if skipped, and found by the end of their path or by a folder', async () => {
    const skipped = [
      skippedFile('web/logo.png', 'binary'),
      skippedFile('logo.png', 'binary'),
      skippedFile('my-logo.png', 'binary'),
      skippedFile('web/img/deep/icon.png', 'binary'),
      skippedFile('go.sum', 'lock-file'),
    ];
    await storeFiles(subject, key, { files: [{ path: 'a.py', text: 'a\n' }], skipped });
    expect(await subject.chunkStore.skippedByReason(key)).toEqual({ binary: 4, 'lock-file': 1 });
    expect(await subject.chunkStore.skippedByReason(otherKey)).toEqual({});
    const paths = async (...requested: string[]) =>
      (await subject.chunkStore.findSkipped(key, requested)).map(({ path }) => path);
    expect(await paths('logo.png')).toEqual(['logo.png', 'web/logo.png']);
    expect(await paths('img/', 'go.sum', 'sum')).toEqual(['go.sum', 'web/img/deep/icon.png']);
    expect(await paths('web', 'web/logo.png')).toEqual(['web/logo.png', 'web/img/deep/icon.png']);
    expect(await paths('%', '', '/', 'logo', '_o.sum')).toEqual([]);
    expect(await subject.chunkStore.findSkipped(otherKey, ['logo.png'])).toEqual([]);
    expect(await subject.chunkStore.findSkipped(key, ['go.sum'])).toEqual([
      skippedFile('go.sum', 'lock-file'),
    ]);
  });
}
