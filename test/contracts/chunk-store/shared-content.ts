/** Content is stored once, visible in the generations that reference it, and deleted with the last of them. */

import { beforeEach, expect, it } from 'vitest';
import {
  chunker,
  sharedVariant,
  claimPart,
  getSnapshotJob,
  parseFiles,
  saveManifest,
  storeFiles,
} from '../../support/workbench/fill-snapshot.ts';
import { definition, parseFile, type FileFacts } from '../../support/workbench/parsed-files.ts';
import { key, numberedLines, otherKey, type ChunkStoreSubject } from './subject.ts';

export function sharedContentSuite(open: () => Promise<ChunkStoreSubject>): void {
  let subject: ChunkStoreSubject;
  beforeEach(async () => {
    subject = await open();
  });
  const store = (files: readonly FileFacts[], at = key) => storeFiles(subject, at, { files });

  const shared = { path: 'shared.py', text: numberedLines(25, 'shared'), symbols: [definition('Shared', 1)] };

  it('of two snapshots is stored once', async () => {
    await store([shared]);
    const rowsBefore = await subject.countRows();
    await store([{ ...shared, path: 'moved/shared.py' }], otherKey);
    expect(await subject.countRows()).toEqual({ ...rowsBefore, file: (rowsBefore['file'] ?? 0) + 1 });
    expect(await subject.chunkStore.readFile(otherKey, 'moved/shared.py')).toMatchObject({
      text: shared.text,
    });
    expect(await subject.chunkStore.findSymbols(otherKey, ['Shared'])).toMatchObject([
      { path: 'moved/shared.py' },
    ]);
  });

  it('is identified by its hash, language and chunker together', async () => {
    await store([shared]);
    const { content } = await parseFile(shared);
    const known = (chunkerVersion: string, language: string) =>
      subject.chunkStore.knownContent(0, { chunker: chunkerVersion, scope: '' }, [
        { hash: content.hash, language },
      ]);
    expect((await known(chunker, 'python')).size).toBe(1);
    expect((await known(chunker, 'text')).size).toBe(0);
    expect((await known('by-lines-2', 'python')).size).toBe(0);
  });

  it('survives the removal of one snapshot and is deleted with the last', async () => {
    const partlyShared = { path: 'b.py', text: `${numberedLines(10, 'shared')}${numberedLines(10, 'own')}` };
    await store([shared, partlyShared]);
    const rowsBefore = await subject.countRows();
    await store([shared, { path: 'only.py', text: numberedLines(12, 'only') }], otherKey);
    await subject.chunkStore.remove({ shard: 0, snapshot: 2, generation: undefined });
    expect(await subject.countRows()).toEqual(rowsBefore);
    expect(await subject.chunkStore.readFile(key, 'b.py')).toMatchObject({ text: partlyShared.text });
    await subject.chunkStore.remove({ shard: 0, snapshot: 1, generation: undefined });
    expect(await subject.countRows()).toEqual({});
  });

  it('makes the part fail without writes if it is removed between lookup and write', async () => {
    await store([shared]);
    await saveManifest(subject, otherKey, { files: [shared, { path: 'new.py', text: 'new\n' }] });
    const parsed = await parseFiles(subject, otherKey, {
      files: [shared, { path: 'new.py', text: 'new\n' }],
    });
    const part = await claimPart(subject, otherKey, 'parse');
    await subject.chunkStore.remove({ shard: 0, snapshot: 1, generation: undefined });
    const rowsBefore = await subject.countRows();
    await expect(
      subject.chunkStore.saveParsed(otherKey, part, { ...sharedVariant, files: parsed }),
    ).rejects.toThrow();
    expect(await subject.countRows()).toEqual(rowsBefore);
    expect(await subject.jobParts.tally(getSnapshotJob(otherKey))).toMatchObject([
      { done: 1 },
      { stage: 'parse', done: 0 },
    ]);
    const parsedAgain = await parseFiles(subject, otherKey, {
      files: [shared, { path: 'new.py', text: 'new\n' }],
    });
    await subject.chunkStore.saveParsed(otherKey, part, { ...sharedVariant, files: parsedAgain });
    expect(await subject.chunkStore.readFile(otherKey, 'shared.py')).toMatchObject({ text: shared.text });
  });

  it('can be linked to a file in the manifest, and is counted there', async () => {
    await store([shared]);
    const { content } = await parseFile(shared);
    const files = [
      { path: 'moved.py', role: 'source' as const, content: { hash: content.hash, language: 'python' } },
      { path: 'new.py', role: 'source' as const },
    ];
    const manifest = { ...sharedVariant, files, skipped: [], parseParts: [{ part: 0, input: {} }] };
    const part = await claimPart(subject, otherKey, 'fetch');
    await subject.chunkStore.saveManifest(otherKey, part, manifest);
    expect(await subject.chunkStore.readFile(otherKey, 'moved.py')).toMatchObject({ text: shared.text });
    expect(await subject.jobParts.tally(getSnapshotJob(otherKey))).toMatchObject([
      { stage: 'fetch', done: 1, counts: { files: 2, lines: 25, symbols: 1, skipped: 0 } },
      { stage: 'parse', done: 0 },
    ]);
    await subject.chunkStore.remove({ shard: 0, snapshot: 1, generation: undefined });
    expect(await subject.chunkStore.readFile(otherKey, 'moved.py')).toMatchObject({ text: shared.text });
  });

  it('makes the part fail without writes if a file refers to missing content', async () => {
    await store([shared]);
    const { content } = await parseFile(shared);
    const known = { hash: content.hash, language: 'python' };
    const files = [
      { path: 'new.py', role: 'source' as const },
      { path: 'moved.py', role: 'source' as const, content: known },
    ];
    const manifest = { ...sharedVariant, files, skipped: [], parseParts: [{ part: 0, input: {} }] };
    const part = await claimPart(subject, otherKey, 'fetch');
    const rowsBefore = await subject.countRows();
    await expect(
      subject.chunkStore.saveManifest(otherKey, part, { ...manifest, chunker: 'by-lines-2' }),
    ).rejects.toThrow();
    expect(await subject.countRows()).toEqual(rowsBefore);
    await subject.chunkStore.saveManifest(otherKey, part, manifest);
    expect(await subject.chunkStore.readFile(otherKey, 'moved.py')).toMatchObject({ text: shared.text });
  });

  it('of one generation is invisible to another', async () => {
    const next = { ...key, generation: 2 };
    const old = { path: 'a.py', text: 'old\n', symbols: [definition('gone', 1)] };
    await storeFiles(subject, key, {
      files: [old, { path: 'left.py', text: 'x\n' }],
      skipped: [{ path: 's', reason: 'binary', detail: '' }],
    });
    await store([{ path: 'a.py', text: 'new\n', symbols: [definition('added', 1)] }], next);
    expect(await subject.chunkStore.readFile(key, 'a.py')).toMatchObject({ text: 'old\n' });
    expect(await subject.chunkStore.readFile(next, 'a.py')).toMatchObject({ text: 'new\n' });
    expect(await subject.chunkStore.listFiles(next)).toHaveLength(1);
    expect(await subject.chunkStore.findSymbols(next, ['gone'])).toEqual([]);
    expect(await subject.chunkStore.coverage(next)).toEqual({ skipped: [], masked: [] });
    const [chunk] = await subject.chunkStore.chunksAt(key, [{ path: 'a.py', line: 1 }]);
    expect(await subject.chunkStore.chunksByKey(next, [chunk?.key ?? -1])).toEqual([]);
    expect(await subject.chunkStore.counts({ ...key, generation: 3 })).toMatchObject({
      files: 0,
      skipped: 0,
    });
  });

  it('is removed for one generation only', async () => {
    const next = { ...key, generation: 2 };
    await store([
      { path: 'a.py', text: numberedLines(5) },
      { path: 'b.py', text: numberedLines(6) },
    ]);
    await store([{ path: 'a.py', text: numberedLines(5) }], next);
    await subject.chunkStore.remove({ shard: 0, snapshot: 1, generation: 1 });
    expect(await subject.chunkStore.listFiles(key)).toEqual([]);
    expect(await subject.chunkStore.readFile(next, 'a.py')).toMatchObject({ text: numberedLines(5) });
    await subject.chunkStore.remove({ shard: 0, snapshot: 1, generation: undefined });
    expect(await subject.countRows()).toEqual({});
  });

  it('is unchanged by the removal of an unknown snapshot or generation', async () => {
    await store([{ path: 'a.py', text: numberedLines(5) }]);
    const rowsBefore = await subject.countRows();
    await subject.chunkStore.remove({ shard: 0, snapshot: 77, generation: undefined });
    await subject.chunkStore.remove({ shard: 0, snapshot: 1, generation: 9 });
    expect(await subject.countRows()).toEqual(rowsBefore);
  });

  it('is removed even if it was listed and never parsed', async () => {
    await storeFilesUnparsed();
    await subject.chunkStore.remove({ shard: 0, snapshot: 1, generation: undefined });
    expect(await subject.countRows()).toEqual({});
  });

  async function storeFilesUnparsed(): Promise<void> {
    await saveManifest(subject, key, {
      files: [{ path: 'a.py', text: '' }],
      skipped: [{ path: 's', reason: 'binary', detail: '' }],
    });
    await subject.jobParts.remove(getSnapshotJob(key));
  }
}
