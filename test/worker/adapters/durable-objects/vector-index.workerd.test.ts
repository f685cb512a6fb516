/** Tests that the dense index in Durable Objects fulfills the port's contract. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { createDurableVectorIndex } from '../../../../worker/adapters/durable-objects/vector-index.ts';
import { vectorIndexContract } from '../../../contracts/vector-index.ts';

const space = { name: 'test', dimensions: 24 };
let openedCount = 0;

function openShards(embeddingSpace = space) {
  openedCount += 1;
  const prefix = `test-${openedCount}-`;
  const getStub = (repository: string) =>
    env.VECTOR_SHARD.get(env.VECTOR_SHARD.idFromName(prefix + repository));
  return { getStub, vectorIndex: createDurableVectorIndex(getStub, embeddingSpace) };
}

/** Counts the rows in each of an object's own tables. */
function countTableRows(
  stub: ReturnType<ReturnType<typeof openShards>['getStub']>,
): Promise<Record<string, number>> {
  return runInDurableObject(stub, (_, state) => {
    const { sql } = state.storage;
    const tables = sql
      .exec<{ name: string }>(
        `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB '[_s]*_*'`,
      )
      .toArray();
    const counted = tables.map(({ name }) => [
      name,
      sql.exec<{ n: number }>(`SELECT count(*) AS n FROM ${name}`).one().n,
    ]);
    return Object.fromEntries(counted) as Record<string, number>;
  });
}

vectorIndexContract(async () => {
  const { getStub, vectorIndex } = openShards();
  const countRows = async () => {
    const counts: Record<string, number> = {};
    for (const repository of ['r1', 'r2'])
      for (const [table, count] of Object.entries(await countTableRows(getStub(repository))))
        counts[`${repository} ${table}`] = count;
    return counts;
  };
  return { vectorIndex, space, countRows };
});

describe('an index without an embedder', () => {
  const key = { shard: 0, snapshot: 1, generation: 1, repository: 'r1' };

  it('finds no vectors and rejects new ones, but removes stored vectors', async () => {
    const { getStub, vectorIndex } = openShards();
    const vector = Float32Array.from({ length: 24 }, () => 0.2);
    const entries = [{ key: 1, path: 'a.py', modality: 'code', id: 'x' }] as const;
    await vectorIndex.add(key, { vectors: [{ id: 'x', vector }], entries });
    const indexWithoutEmbedder = createDurableVectorIndex(getStub, undefined);
    expect(
      await indexWithoutEmbedder.search(key, { vector, modality: 'code', limit: 5, paths: undefined }),
    ).toEqual([]);
    await expect(indexWithoutEmbedder.add(key, { vectors: [], entries })).rejects.toMatchObject({
      code: 'internal',
    });
    await indexWithoutEmbedder.remove(key);
    expect(await countTableRows(getStub('r1'))).toEqual({});
  });
});

describe('a vector whose length differs from the space', () => {
  it('is rejected', async () => {
    const { vectorIndex } = openShards();
    const key = { shard: 0, snapshot: 1, generation: 1, repository: 'r1' };
    const vectors = [{ id: 'x', vector: new Float32Array(8) }];
    await expect(vectorIndex.add(key, { vectors, entries: [] })).rejects.toMatchObject({ code: 'internal' });
  });
});
