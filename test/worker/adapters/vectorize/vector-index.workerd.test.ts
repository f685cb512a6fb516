/** Tests that the dense index in Vectorize, with a real ledger, fulfills the port's contract within Vectorize's limits. */
import { describe, expect, it } from 'vitest';
import { createD1VectorLedger } from '../../../../worker/adapters/d1/vector-ledger.ts';
import { createVectorizeIndex } from '../../../../worker/adapters/vectorize/vector-index.ts';
import type { VectorKey } from '../../../../worker/ports/vector-index.ts';
import { vectorIndexContract } from '../../../contracts/vector-index.ts';
import { emptyIndex, countRows } from '../../../support/workbench/d1.ts';
import { createFakeVectorize } from '../../../support/fakes/fake-vectorize.ts';
import { createManualClock } from '../../../support/fakes/manual-clock.ts';

const dimensions = 8;
const key: VectorKey = { shard: 0, snapshot: 1, generation: 1, repository: 'r1' };

async function openVectorize(processes = true) {
  const database = await emptyIndex();
  const clock = createManualClock();
  const index = createFakeVectorize({
    dimensions,
    metadataIndexes: ['modality', 'file'],
    now: () => clock.now(),
  });
  const pauses: number[] = [];
  const vectorIndex = createVectorizeIndex({
    index,
    ledger: createD1VectorLedger(() => database),
    clock,
    pause: (ms) => {
      pauses.push(ms);
      clock.advance(ms);
      // The first poll finds the index still processing.
      if (processes && pauses.length > 1) index.process();
      return Promise.resolve();
    },
  });
  return { database, clock, index, vectorIndex, pauses };
}

describe('fulfills the port’s contract', () =>
  vectorIndexContract(async () => {
    const { database, index, vectorIndex } = await openVectorize();
    return {
      vectorIndex,
      space: { name: 'fake', dimensions },
      countRows: async () => {
        index.process();
        return {
          ...(await countRows(database)),
          ...(index.vectors.size > 0 && { vectors: index.vectors.size }),
        };
      },
    };
  }));

const vectorId = (name: string): string => name.padEnd(64, '0');
const axis = Float32Array.from({ length: dimensions }, (_, at) => (at === 0 ? 1 : 0));
const createBatch = (count: number, prefix = 'a') => ({
  vectors: Array.from({ length: count }, (_, at) => ({ id: vectorId(`${prefix}${at}`), vector: axis })),
  entries: Array.from({ length: count }, (_, at) => ({
    key: at,
    path: `src/${at}.py`,
    modality: 'code' as const,
    id: vectorId(`${prefix}${at}`),
  })),
});

describe('a snapshot', () => {
  it('is settled once its last write is processed, not before', async () => {
    const { vectorIndex, pauses } = await openVectorize();
    await vectorIndex.add(key, createBatch(3));
    await vectorIndex.settle(key);
    expect(pauses.length).toBeGreaterThan(1);
  });

  it('is settled when later writes are processed', async () => {
    const { vectorIndex, index, clock, pauses } = await openVectorize();
    await vectorIndex.add(key, createBatch(3));
    clock.advance(10);
    await vectorIndex.add({ ...key, repository: 'r2', snapshot: 2 }, createBatch(2));
    index.process();
    await vectorIndex.settle(key);
    expect(pauses).toEqual([]);
  });

  it('is retryable if it is not processed in time, and its vectors are not reused yet', async () => {
    const { vectorIndex } = await openVectorize(false);
    await vectorIndex.add(key, createBatch(1));
    await expect(vectorIndex.settle(key)).rejects.toMatchObject({
      code: 'storage_unavailable',
      retryable: true,
    });
    const next = { ...key, generation: 2 };
    expect((await vectorIndex.known(next, [vectorId('a0')])).size).toBe(0);
    expect((await vectorIndex.known(key, [vectorId('a0')])).size).toBe(1);
  });

  it('is removed with its written vectors even if its write was interrupted', async () => {
    const { vectorIndex, index, database } = await openVectorize();
    const upsert = index.upsert.bind(index);
    index.upsert = async (vectors) => {
      await upsert(vectors);
      throw new Error('Network connection lost.');
    };
    await expect(vectorIndex.add(key, createBatch(30))).rejects.toMatchObject({
      code: 'storage_unavailable',
    });
    index.process();
    expect(index.vectors.size).toBe(30);
    expect((await vectorIndex.known(key, [vectorId('a0')])).size).toBe(0);
    await vectorIndex.remove(key);
    index.process();
    expect(index.vectors.size).toBe(0);
    expect(await countRows(database)).toEqual({});
  });
});

describe('calls', () => {
  it('do not write existing vectors again', async () => {
    const { vectorIndex, index } = await openVectorize();
    await vectorIndex.add(key, createBatch(5));
    await vectorIndex.add(key, createBatch(5));
    expect(index.calls.upsert).toBe(1);
  });

  it('read vectors twenty at a time, and copy vectors of another snapshot', async () => {
    const { vectorIndex, index } = await openVectorize();
    await vectorIndex.add(key, createBatch(45));
    await vectorIndex.settle(key);
    await vectorIndex.add({ ...key, generation: 2 }, { ...createBatch(45), vectors: [] });
    expect(index.calls.getByIds).toBe(3);
  });

  it('report an internal error if they are invalid, and a retryable error otherwise', async () => {
    const { vectorIndex, index } = await openVectorize();
    index.nextError = new Error('VECTOR_UPSERT_ERROR (code = 40012): invalid vector');
    await expect(vectorIndex.add(key, createBatch(1))).rejects.toMatchObject({ code: 'internal' });
    index.nextError = new Error('VECTOR_UPSERT_ERROR (code = 50000): something went wrong');
    await expect(vectorIndex.add(key, createBatch(1))).rejects.toMatchObject({ code: 'storage_unavailable' });
  });

  it('search the whole namespace if filters cannot contain all files, and return only the requested files', async () => {
    const { vectorIndex, index } = await openVectorize();
    await vectorIndex.add(key, createBatch(10));
    await vectorIndex.settle(key);
    const paths = Array.from({ length: 2_000 }, (_, at) => `src/${at + 8}.py`);
    const hits = await vectorIndex.search(key, { vector: axis, modality: 'code', limit: 10, paths });
    expect(hits.map((hit) => hit.key)).toEqual([8, 9]);
    expect(index.calls.query).toBe(1);
  });
});
