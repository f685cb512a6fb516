/** A part writes all of its rows once, or none. */

import { beforeEach, expect, it } from 'vitest';
import { chunker, claimed, jobOf, parsedFiles, saveManifest } from '../../support/fill-snapshot.ts';
import { definition, parsedFile } from '../../support/parsed-files.ts';
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

  it('done again writes nothing twice and counts nothing twice', async () => {
    await saveManifest(subject, key, { files, skipped });
    const parsed = await parsedFiles(subject, key, { files });
    const part = await claimed(subject, key, 'parse');
    await subject.chunkStore.saveParsed(key, part, { chunker, files: parsed });
    const [held, tally] = [await subject.rowsHeld(), await subject.jobParts.tally(jobOf(key))];
    await saveManifest(subject, key, { files, skipped });
    await subject.chunkStore.saveParsed(key, part, { chunker, files: parsed });
    const again = await parsedFiles(subject, key, { files });
    await subject.chunkStore.saveParsed(key, part, { chunker, files: again });
    expect(await subject.rowsHeld()).toEqual(held);
    expect(
      (await subject.jobParts.tally(jobOf(key))).map((stage) => [stage.stage, stage.done, stage.total]),
    ).toEqual(tally.map((stage) => [stage.stage, stage.done, stage.total]));
    expect(await subject.chunkStore.counts(key)).toMatchObject({
      files: 3,
      lines: 35,
      chunks: 5,
      skipped: 1,
    });
  });

  it('done again adds the parts to come once', async () => {
    await saveManifest(subject, key, { files });
    await claimed(subject, key, 'parse');
    await saveManifest(subject, key, { files });
    const tally = await subject.jobParts.tally(jobOf(key));
    expect(tally).toMatchObject([
      { stage: 'fetch', done: 1, total: 1 },
      { stage: 'parse', done: 0, total: 1 },
    ]);
  });

  it('writes nothing once its job has been removed', async () => {
    const fetch = await claimed(subject, key, 'fetch');
    await subject.jobParts.remove(jobOf(key));
    const manifest = {
      files: [{ path: 'a.py', role: 'source' as const }],
      skipped,
      parseParts: [{ part: 0, input: {} }],
    };
    await expect(subject.chunkStore.saveManifest(key, fetch, manifest)).rejects.toThrow();
    const parsed = await Promise.all(files.map(parsedFile));
    const part = { ...fetch, stage: 'parse' as const };
    await expect(subject.chunkStore.saveParsed(key, part, { chunker, files: parsed })).rejects.toThrow();
    expect(await subject.rowsHeld()).toEqual({});
  });
}
