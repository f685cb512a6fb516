/** A part writes all of its rows exactly once, or none. */

import { beforeEach, expect, it } from 'vitest';
import {
  chunker,
  claimPart,
  jobForSnapshot,
  parseFiles,
  saveManifest,
} from '../../support/workbench/fill-snapshot.ts';
import { definition, parseFile } from '../../support/workbench/parsed-files.ts';
import { key, numbered, type ChunkStoreSubject } from './subject.ts';

export function writesParts(open: () => Promise<ChunkStoreSubject>): void {
  let subject: ChunkStoreSubject;
  beforeEach(async () => {
    subject = await open();
  });

  const files = [
    { path: 'a.py', text: numbered(25), symbols: [definition('A', 1)] },
    { path: 'b.py', text: numbered(5, 'b') },
    { path: 'copy-of-b.py', text: numbered(5, 'b') },
  ];
  const skipped = [{ path: 'x.png', reason: 'binary', detail: 'PNG' } as const];

  const manifest = {
    chunker,
    files: [{ path: 'a.py', role: 'source' as const }],
    skipped,
    parseParts: [{ part: 0, input: {} }],
  };

  it('that has ended cannot be ended again, and counts once', async () => {
    await saveManifest(subject, key, { files, skipped });
    const parsed = await parseFiles(subject, key, { files });
    const part = await claimPart(subject, key, 'parse');
    await subject.chunkStore.saveParsed(key, part, { chunker, files: parsed });
    const [held, tally] = [await subject.rowsHeld(), await subject.jobParts.tally(jobForSnapshot(key))];
    const again = await parseFiles(subject, key, { files });
    for (const of of [parsed, again])
      await expect(subject.chunkStore.saveParsed(key, part, { chunker, files: of })).rejects.toThrow();
    expect(await subject.rowsHeld()).toEqual(held);
    expect(await subject.jobParts.tally(jobForSnapshot(key))).toEqual(tally);
    expect(await subject.chunkStore.counts(key)).toMatchObject({
      files: 3,
      lines: 35,
      chunks: 5,
      skipped: 1,
    });
  });

  it('of a worker that is late is ended by the one that has it now, before and after', async () => {
    const lateFetch = await claimPart(subject, key, 'fetch');
    subject.clock.advance(60_000);
    const fetch = await claimPart(subject, key, 'fetch');
    await expect(subject.chunkStore.saveManifest(key, lateFetch, manifest)).rejects.toThrow();
    expect(await subject.rowsHeld()).toEqual({ job_part: 1 });
    await subject.chunkStore.saveManifest(key, fetch, manifest);
    const parsed = await Promise.all(files.slice(0, 1).map(parseFile));
    const lateParse = await claimPart(subject, key, 'parse');
    subject.clock.advance(60_000);
    const parse = await claimPart(subject, key, 'parse');
    const held = await subject.rowsHeld();
    await expect(subject.chunkStore.saveParsed(key, lateParse, { chunker, files: parsed })).rejects.toThrow();
    await expect(subject.chunkStore.saveManifest(key, lateFetch, manifest)).rejects.toThrow();
    expect(await subject.rowsHeld()).toEqual(held);
    await subject.chunkStore.saveParsed(key, parse, { chunker, files: parsed });
    expect(await subject.jobParts.tally(jobForSnapshot(key))).toMatchObject([
      { stage: 'fetch', done: 1, total: 1 },
      { stage: 'parse', done: 1, total: 1, counts: { files: 1 } },
    ]);
  });

  it('writes nothing after its job was removed', async () => {
    const fetch = await claimPart(subject, key, 'fetch');
    await subject.jobParts.remove(jobForSnapshot(key));
    await expect(subject.chunkStore.saveManifest(key, fetch, manifest)).rejects.toThrow();
    const parsed = await Promise.all(files.map(parseFile));
    const part = { ...fetch, stage: 'parse' as const };
    await expect(subject.chunkStore.saveParsed(key, part, { chunker, files: parsed })).rejects.toThrow();
    expect(await subject.rowsHeld()).toEqual({});
  });
}
