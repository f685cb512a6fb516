/** The storage of a repository's vector shard. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { VectorShardObject } from '../../../worker/objects/vector-shard.ts';
import type { ShardAddition } from '../../../worker/runtime/environment.ts';

const space = { name: 'test', dimensions: 16 };
const state = { snapshot: 1, generation: 1 };
let opened = 0;

const open = () => env.VECTOR_SHARD.get(env.VECTOR_SHARD.idFromName(`shard-${(opened += 1)}`));
type Stub = ReturnType<typeof open>;

/** Vectors that rotate from the first axis to the second. */
function addition(first: number, count: number, vectorSpace = space): ShardAddition {
  const vectors = new Float32Array(count * vectorSpace.dimensions);
  const chunks = Array.from({ length: count }, (_, at) => first + at);
  for (const [at, chunk] of chunks.entries()) {
    vectors[at * vectorSpace.dimensions] = Math.cos(chunk / 1_000);
    vectors[at * vectorSpace.dimensions + 1] = Math.sin(chunk / 1_000);
  }
  const entries = chunks.map((key) => ({
    key,
    path: `${key}.py`,
    modality: 'code' as const,
    id: `${vectorSpace.name} ${key}`,
  }));
  return { space: vectorSpace, ids: entries.map(({ id }) => id), vectors, entries };
}

const nearest = async (stub: Stub, snapshot = state, spaceName = space.name): Promise<number[]> => {
  const vector = Float32Array.from({ length: 16 }, (_, at) => (at === 0 ? 1 : 0));
  const query = { space: spaceName, vector, modality: 'code', limit: 3, paths: undefined } as const;
  return [...(await stub.search(snapshot, query)).keys];
};

const count = (stub: Stub, table: string): Promise<number> =>
  runInDurableObject(stub, (_, { storage }) =>
    Number(storage.sql.exec(`SELECT count(*) AS n FROM ${table}`).one()['n']),
  );

describe('a shard', () => {
  it('returns the same results after it was evicted from memory', async () => {
    const stub = open();
    await stub.add(state, addition(5, 600));
    const before = await nearest(stub);
    const after = await runInDurableObject(stub, async (_, context) => {
      const again = new VectorShardObject(context, env as never);
      const vector = Float32Array.from({ length: 16 }, (_one, at) => (at === 0 ? 1 : 0));
      const query = { space: 'test', vector, modality: 'code', limit: 3, paths: undefined } as const;
      return [...(await again.search(state, query)).keys];
    });
    expect(before).toEqual([5, 6, 7]);
    expect(after).toEqual(before);
  });

  it('finds vectors that were added after the last search', async () => {
    const stub = open();
    await stub.add(state, addition(100, 10));
    expect(await nearest(stub)).toEqual([100, 101, 102]);
    await stub.add(state, addition(50, 1));
    expect(await nearest(stub)).toEqual([50, 100, 101]);
  });

  it('stores each vector once, and reuses free rows', async () => {
    const stub = open();
    await stub.add(state, addition(0, 700));
    await stub.add({ snapshot: 2, generation: 1 }, addition(0, 10));
    expect(await count(stub, 'vector')).toBe(700);
    expect(await count(stub, 'page')).toBe(3);
    await stub.remove(1, undefined);
    expect(await count(stub, 'vector')).toBe(10);
    expect(await count(stub, 'page')).toBe(1);
    await stub.add({ snapshot: 3, generation: 1 }, addition(1_000, 246));
    expect(await count(stub, 'page')).toBe(1);
    expect(await nearest(stub, { snapshot: 2, generation: 1 })).toEqual([0, 1, 2]);
    const added = await nearest(stub, { snapshot: 3, generation: 1 });
    expect(added.every((key) => key >= 1_000 && key < 1_020)).toBe(true);
  });

  it('separates spaces, whatever their dimensions', async () => {
    const stub = open();
    const wide = { name: 'wide', dimensions: 40 };
    await stub.add(state, addition(0, 5));
    await stub.add({ snapshot: 2, generation: 1 }, addition(50, 5, wide));
    expect(await nearest(stub)).toEqual([0, 1, 2]);
    expect(await nearest(stub, state, 'wide')).toEqual([]);
    expect(await nearest(stub, { snapshot: 2, generation: 1 })).toEqual([]);
    await stub.remove(1, undefined);
    expect(await count(stub, 'page')).toBe(1);
  });

  it('is empty before the first addition', async () => {
    const stub = open();
    expect(await nearest(stub)).toEqual([]);
    expect(await stub.known(['a'])).toEqual([]);
    await stub.remove(1, undefined);
    const size = await runInDurableObject(
      stub,
      (_, { storage }) =>
        storage.sql.exec('SELECT name FROM sqlite_schema WHERE name = ?', 'vector').toArray().length,
    );
    expect(size).toBe(0);
  });
});
