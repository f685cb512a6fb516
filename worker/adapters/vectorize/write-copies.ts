/**
 * Writes vectors to the namespace of a snapshot: new vectors, and copies from other snapshots. The ledger records them before the write, so that an
 * interrupted write can be removed. Vectors that are already written are skipped.
 */

import { AppError } from '../../core/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { VectorEntry, VectorIndex, VectorKey } from '../../ports/vector-index.ts';
import type { VectorLedger } from '../../ports/vector-ledger.ts';
import type { VectorizeCalls, WrittenVector } from './calls.ts';
import { fileMark, toNamespace, createVectorId } from './vector-names.ts';

interface WriteTools {
  readonly calls: VectorizeCalls;
  readonly ledger: VectorLedger;
  readonly clock: Clock;
}

interface NamedEntry extends VectorEntry {
  /** Its id in the index. */
  readonly vector: string;
}

export async function writeCopies(
  { calls, ledger, clock }: WriteTools,
  key: VectorKey,
  { vectors, entries }: Parameters<VectorIndex['add']>[1],
): Promise<void> {
  const namedEntries = await Promise.all(
    entries.map(async (entry): Promise<NamedEntry> => ({
      ...entry,
      vector: await createVectorId(key, entry),
    })),
  );
  const names = namedEntries.map(({ vector }) => vector);
  const writtenNames = await ledger.writtenCopies(key, names);
  const copies = [
    ...new Map(
      namedEntries.filter(({ vector }) => !writtenNames.has(vector)).map((entry) => [entry.vector, entry]),
    ).values(),
  ];
  const newValues = new Map(vectors.map(({ id, vector }) => [id, vector]));
  const values = await readValues({ calls, ledger }, key, copies, newValues);
  await ledger.plan(key, copies);
  const mutation = await calls.upsert(
    await Promise.all(copies.map((copy) => toVector(key, copy, values.get(copy.id)))),
  );
  const write = mutation === undefined ? undefined : { mutation, writtenAt: clock.now() };
  await ledger.record(key, { copies, entries: namedEntries, write });
}

async function toVector(
  key: VectorKey,
  { vector, modality, path }: NamedEntry,
  values: Float32Array | undefined,
): Promise<WrittenVector> {
  const metadata = { modality, file: await fileMark(path) };
  return { id: vector, namespace: toNamespace(key), values: values ?? [], metadata };
}

/** Returns new values, and the values of vectors that exist in another snapshot's namespace or under another path. */
async function readValues(
  { calls, ledger }: Pick<WriteTools, 'calls' | 'ledger'>,
  key: VectorKey,
  copies: readonly NamedEntry[],
  newValues: ReadonlyMap<string, Float32Array>,
): Promise<ReadonlyMap<string, Float32Array>> {
  const ids = [...new Set(copies.map(({ id }) => id).filter((id) => !newValues.has(id)))];
  if (ids.length === 0) return newValues;
  const readable = new Map((await ledger.readableCopies(key, ids)).map(({ id, vector }) => [id, vector]));
  const unknownId = ids.find((id) => !readable.has(id));
  if (unknownId !== undefined) throw new AppError('internal', `There is no vector with the id ${unknownId}.`);
  const copiedValues = await calls.values([...readable.values()]);
  const values = new Map(newValues);
  for (const [id, vector] of readable) {
    const vectorValues = copiedValues.get(vector);
    if (vectorValues === undefined)
      throw new AppError('storage_unavailable', `Vectorize cannot read the vector ${vector} yet.`);
    values.set(id, vectorValues);
  }
  return values;
}
