/** Content is shared within a scope. Another scope is stored, counted, repaired and removed as if it were alone in the database. */

import * as fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import type { SnapshotKey } from '../../../worker/core/repositories/repository.ts';
import {
  chunker,
  claimPart,
  getSnapshotJob,
  parseFiles,
  saveManifest,
  storeFiles,
} from '../../support/workbench/fill-snapshot.ts';
import { definition, parseFile, type FileFacts } from '../../support/workbench/parsed-files.ts';
import { key, numberedLines, otherKey, type ChunkStoreSubject } from './subject.ts';

const whole = (at: SnapshotKey) => ({ ...at, generation: undefined });

export function scopeSuite(open: () => Promise<ChunkStoreSubject>): void {
  let subject: ChunkStoreSubject;
  beforeEach(async () => {
    subject = await open();
  });
  const store = (scope: string, files: readonly FileFacts[], at = key) =>
    storeFiles(subject, at, { files, scope });
  const file: FileFacts = { path: 'a.py', text: numberedLines(25), symbols: [definition('A', 1)] };

  it.each([
    ['', 'ana'],
    ['ana', ''],
    ['ana', 'ben'],
  ])('of the scope %j is unknown in the scope %j', async (first, second) => {
    await store(first, [file]);
    const { content } = await parseFile(file);
    const countKnown = async (scope: string) =>
      (await subject.chunkStore.knownContent(0, { chunker, scope }, [content])).size;
    expect([await countKnown(first), await countKnown(second)]).toEqual([1, 0]);
    const files = [{ path: 'a.py', role: 'source' as const, content }];
    const manifest = { chunker, files, skipped: [], parseParts: [] };
    const part = await claimPart(subject, otherKey, 'fetch');
    await expect(
      subject.chunkStore.saveManifest(otherKey, part, { ...manifest, scope: second }),
    ).rejects.toThrow();
    await subject.chunkStore.saveManifest(otherKey, part, { ...manifest, scope: first });
    expect(await subject.chunkStore.readFile(otherKey, 'a.py')).toMatchObject({ text: file.text });
  });

  it('takes as many rows in a second scope as in the first, and is counted in the same way', async () => {
    const first = await storeAndTally(subject, key, { files: [file], scope: 'ana' });
    const rows = await subject.countRows();
    const second = await storeAndTally(subject, otherKey, { files: [file], scope: 'ben' });
    expect(second).toEqual(first);
    const doubled = Object.entries(rows).map(([table, count]) => [table, 2 * count]);
    expect(await subject.countRows()).toEqual(Object.fromEntries(doubled));
  });

  it('has the same hashes and texts in each scope', async () => {
    await store('ana', [file]);
    await store('ben', [file], otherKey);
    const [first, second] = await Promise.all(
      [key, otherKey].map(async (at) => ({
        file: await subject.chunkStore.readFile(at, 'a.py'),
        chunks: (await subject.chunkStore.chunksAt(at, [{ path: 'a.py', line: 12 }])).map(
          ({ key: _, ...chunk }) => chunk,
        ),
      })),
    );
    expect(first?.chunks).toHaveLength(1);
    expect(second).toEqual(first);
    await subject.chunkStore.dropDamagedChunks(otherKey);
    expect(await subject.chunkStore.incompleteFiles(otherKey)).toEqual([]);
  });

  it('is removed without changing another scope', async () => {
    await store('', [file]);
    const rows = await subject.countRows();
    await store('ana', [file, { path: 'b.py', text: 'b\n' }], otherKey);
    await subject.chunkStore.remove(whole(otherKey));
    expect(await subject.countRows()).toEqual(rows);
    await store('ana', [file], otherKey);
    await subject.chunkStore.remove(whole(key));
    expect(await subject.countRows()).toEqual(rows);
    expect(await subject.chunkStore.readFile(otherKey, 'a.py')).toMatchObject({ text: file.text });
  });

  it('is independent of the other scopes for any order of additions and removals', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 4, maxLength: 12 }), async (operations) => {
        subject = await open();
        const together = await runAll(subject, operations);
        const rows = await subject.countRows();
        const alone = new Map<string, number>();
        const tallies = new Map<number, unknown>();
        for (const scope of scopes) {
          subject = await open();
          const own = operations.map((step) => (step.scope === scope ? step : undefined));
          for (const [index, tally] of await runAll(subject, own)) tallies.set(index, tally);
          for (const [table, count] of Object.entries(await subject.countRows()))
            alone.set(table, (alone.get(table) ?? 0) + count);
        }
        expect(rows).toEqual(Object.fromEntries(alone));
        expect(new Map([...together].toSorted())).toEqual(new Map([...tallies].toSorted()));
      }),
      { numRuns: 12 },
    );
  }, 120_000);
}

const scopes = ['', 'ana', 'ben'] as const;
const texts = ['x\n', numberedLines(12), numberedLines(25), `${numberedLines(10)}other\n`];

interface Operation {
  readonly scope: string;
  /** Each scope has its own snapshots. */
  readonly snapshot: number;
  /** Indexes of `texts`; none removes the snapshot. */
  readonly files: readonly number[];
}

const operation: fc.Arbitrary<Operation> = fc
  .record({
    scope: fc.constantFrom(...scopes),
    number: fc.integer({ min: 0, max: 2 }),
    files: fc.array(fc.integer({ min: 0, max: texts.length - 1 }), { maxLength: 3 }),
  })
  .map(({ scope, number, files }) => ({ scope, files, snapshot: 10 * scopes.indexOf(scope) + number + 1 }));

/** Runs the operations that are defined. @returns the tally of each addition, by index */
async function runAll(
  subject: ChunkStoreSubject,
  operations: readonly (Operation | undefined)[],
): Promise<ReadonlyMap<number, unknown>> {
  const tallies = new Map<number, unknown>();
  for (const [index, step] of operations.entries()) {
    if (step === undefined) continue;
    const at = { shard: 0, snapshot: step.snapshot, generation: 1 };
    await subject.chunkStore.remove(whole(at));
    if (step.files.length === 0) continue;
    const files = step.files.map((text, place) => ({ path: `${place}.py`, text: texts[text] ?? '' }));
    tallies.set(index, await storeAndTally(subject, at, { files, scope: step.scope }));
    const read = await subject.chunkStore.readFiles(
      at,
      files.map(({ path }) => path),
    );
    expect(read.map(({ path, text }) => ({ path, text }))).toEqual(files);
  }
  return tallies;
}

/** Stores files as a job does. @returns the counts and written rows of its parts */
async function storeAndTally(
  subject: ChunkStoreSubject,
  at: SnapshotKey,
  content: { readonly files: readonly FileFacts[]; readonly scope: string },
): Promise<unknown> {
  const job = getSnapshotJob(at);
  await saveManifest(subject, at, content);
  await subject.chunkStore.saveParsed(at, await claimPart(subject, at, 'parse'), {
    chunker,
    scope: content.scope,
    files: await parseFiles(subject, at, content),
  });
  const tallies = await subject.jobParts.tally(job);
  await subject.jobParts.remove(job);
  return tallies.map(({ stage, counts, rowsWritten }) => ({ stage, counts, rowsWritten }));
}
