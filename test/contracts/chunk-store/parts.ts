/** A part writes all of its rows exactly once, or none. */

import { beforeEach, expect, it } from 'vitest';
import {
  sharedVariant,
  claimPart,
  getSnapshotJob,
  parseFiles,
  saveManifest,
} from '../../support/workbench/fill-snapshot.ts';
import { definition, parseFile } from '../../support/workbench/parsed-files.ts';
import { key, numberedLines, type ChunkStoreSubject } from './subject.ts';

export function partSuite(open: () => Promise<ChunkStoreSubject>): void {
  let subject: ChunkStoreSubject;
  beforeEach(async () => {
    subject = await open();
  });

  const files = [
    { path: 'a.py', text: numberedLines(25), symbols: [definition('A', 1)] },
    { path: 'b.py', text: numberedLines(5, 'b') },
    { path: 'copy-of-b.py', text: numberedLines(5, 'b') },
  ];
  const skipped = [{ path: 'x.png', reason: 'binary', detail: 'PNG' } as const];

  const manifest = {
    ...sharedVariant,
    files: [{ path: 'a.py', role: 'source' as const }],
    skipped,
    parseParts: [{ part: 0, input: {} }],
  };

  it('cannot be completed twice, and its rows are counted once', async () => {
    await saveManifest(subject, key, { files, skipped });
    const parsed = await parseFiles(subject, key, { files });
    const part = await claimPart(subject, key, 'parse');
    await subject.chunkStore.saveParsed(key, part, { ...sharedVariant, files: parsed });
    const [rowsBefore, tally] = [
      await subject.countRows(),
      await subject.jobParts.tally(getSnapshotJob(key)),
    ];
    const parsedAgain = await parseFiles(subject, key, { files });
    for (const attempt of [parsed, parsedAgain])
      await expect(
        subject.chunkStore.saveParsed(key, part, { ...sharedVariant, files: attempt }),
      ).rejects.toThrow();
    expect(await subject.countRows()).toEqual(rowsBefore);
    expect(await subject.jobParts.tally(getSnapshotJob(key))).toEqual(tally);
    expect(await subject.chunkStore.counts(key)).toMatchObject({
      files: 3,
      lines: 35,
      chunks: 5,
      skipped: 1,
    });
  });

  it('is completed by the worker with the current lease, not by a late one', async () => {
    const lateFetch = await claimPart(subject, key, 'fetch');
    subject.clock.advance(60_000);
    const fetch = await claimPart(subject, key, 'fetch');
    await expect(subject.chunkStore.saveManifest(key, lateFetch, manifest)).rejects.toThrow();
    expect(await subject.countRows()).toEqual({ job_part: 1 });
    await subject.chunkStore.saveManifest(key, fetch, manifest);
    const parsed = await Promise.all(files.slice(0, 1).map(parseFile));
    const lateParse = await claimPart(subject, key, 'parse');
    subject.clock.advance(60_000);
    const parse = await claimPart(subject, key, 'parse');
    const rowsBefore = await subject.countRows();
    await expect(
      subject.chunkStore.saveParsed(key, lateParse, { ...sharedVariant, files: parsed }),
    ).rejects.toThrow();
    await expect(subject.chunkStore.saveManifest(key, lateFetch, manifest)).rejects.toThrow();
    expect(await subject.countRows()).toEqual(rowsBefore);
    await subject.chunkStore.saveParsed(key, parse, { ...sharedVariant, files: parsed });
    expect(await subject.jobParts.tally(getSnapshotJob(key))).toMatchObject([
      { stage: 'fetch', done: 1, total: 1 },
      { stage: 'parse', done: 1, total: 1, counts: { files: 1 } },
    ]);
  });

  it('writes nothing after its job was removed', async () => {
    const fetch = await claimPart(subject, key, 'fetch');
    await subject.jobParts.remove(getSnapshotJob(key));
    await expect(subject.chunkStore.saveManifest(key, fetch, manifest)).rejects.toThrow();
    const parsed = await Promise.all(files.map(parseFile));
    const part = { ...fetch, stage: 'parse' as const };
    await expect(
      subject.chunkStore.saveParsed(key, part, { ...sharedVariant, files: parsed }),
    ).rejects.toThrow();
    expect(await subject.countRows()).toEqual({});
  });
}
