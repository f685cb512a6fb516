/**
 * Contract of every dense index: the nearest chunks come first, each once; vectors are stored once, however many chunks and versions use
 * them; no search sees another state; a removal is complete and affects nothing else.
 */

import { beforeEach, describe, expect, it } from 'vitest';
import { unitVector, type EmbeddingSpace, type Modality } from '../../worker/core/code/embedding.ts';
import type { VectorEntry, VectorIndex, VectorKey, VectorQuery } from '../../worker/ports/vector-index.ts';

interface VectorIndexSubject {
  readonly vectorIndex: VectorIndex;
  readonly space: EmbeddingSpace;
  /** Number of all stored rows, by kind. */
  readonly countRows: () => Promise<Record<string, number>>;
}

const key: VectorKey = { shard: 0, snapshot: 1, generation: 1, repository: 'r1' };

/** Derives a 64-character id from a name. */
const vectorId = (name: string): string => Buffer.from(name).toString('hex').padEnd(64, '0').slice(0, 64);

/** Expects a similarity within the tolerance for rounding. */
const expectNear = (similarity: number | undefined, expected: number): void =>
  expect(Math.abs((similarity ?? NaN) - expected)).toBeLessThan(0.02);

const entry = (chunk: number, name: string, overrides: Partial<VectorEntry> = {}): VectorEntry => ({
  key: chunk,
  path: `src/${chunk}.py`,
  modality: 'code',
  id: vectorId(name),
  ...overrides,
});

const entryOfModality = (chunk: number, modality: Modality): VectorEntry =>
  entry(chunk, `${chunk} ${modality}`, { modality });

export function vectorIndexContract(open: () => Promise<VectorIndexSubject>): void {
  let subject: VectorIndexSubject;
  beforeEach(async () => {
    subject = await open();
  });

  /** Creates a unit vector at an angle from the first axis towards another axis. */
  const at = (degrees: number, axis = 1): Float32Array => {
    const values = new Float32Array(subject.space.dimensions);
    values[0] = Math.cos((degrees * Math.PI) / 180);
    values[axis] = Math.sin((degrees * Math.PI) / 180);
    return unitVector(values) ?? values;
  };
  const vector = (name: string, degrees: number, axis = 1) => ({
    id: vectorId(name),
    vector: at(degrees, axis),
  });
  const search = (options: Partial<VectorQuery> = {}, state = key) =>
    subject.vectorIndex.search(state, {
      vector: at(0),
      modality: 'code',
      limit: 10,
      paths: undefined,
      ...options,
    });
  const nearestKeys = async (...parameters: Parameters<typeof search>) =>
    (await search(...parameters)).map((hit) => hit.key);
  const fill = async (
    state: VectorKey,
    ...chunks: readonly (readonly [chunk: number, degrees: number])[]
  ) => {
    await subject.vectorIndex.add(state, {
      vectors: chunks.map(([chunk, degrees]) => vector(`v${chunk}`, degrees)),
      entries: chunks.map(([chunk]) => entry(chunk, `v${chunk}`)),
    });
    await subject.vectorIndex.settle(state);
  };

  describe('a search', () => {
    it('returns the nearest chunks first, with their cosine', async () => {
      await fill(key, [1, 80], [2, 10], [3, 45], [4, 170]);
      const hits = await search();
      expect(hits.map((hit) => hit.key)).toEqual([2, 3, 1, 4]);
      for (const [index, degrees] of [10, 45, 80, 170].entries())
        expectNear(hits[index]?.similarity, Math.cos((degrees * Math.PI) / 180));
    });

    it('returns at most its limit, best first', async () => {
      await fill(key, ...Array.from({ length: 90 }, (_, chunk) => [chunk + 1, 90 - chunk] as const));
      expect(await nearestKeys({ limit: 3 })).toEqual([90, 89, 88]);
      expect(await nearestKeys({ limit: 80 })).toHaveLength(80);
      expect(await nearestKeys({ limit: 0 })).toEqual([]);
    });

    it('sorts equally similar chunks by key', async () => {
      const chunks = [65_536 * 9 + 3, 7, 65_536 * 2, 5];
      await subject.vectorIndex.add(key, {
        vectors: [vector('same', 20)],
        entries: chunks.map((chunk) => entry(chunk, 'same', { path: 'src/same.py' })),
      });
      await subject.vectorIndex.settle(key);
      expect(await nearestKeys()).toEqual([5, 7, 65_536 * 2, 65_536 * 9 + 3]);
    });

    it('uses the requested modality, or the better of both', async () => {
      await subject.vectorIndex.add(key, {
        vectors: [
          vector('1 text', 10),
          vector('1 code', 60),
          vector('2 text', 50),
          vector('2 code', 20),
          vector('3 text', 40),
        ],
        entries: [
          entryOfModality(1, 'text'),
          entryOfModality(1, 'code'),
          entryOfModality(2, 'text'),
          entryOfModality(2, 'code'),
          entryOfModality(3, 'text'),
        ],
      });
      await subject.vectorIndex.settle(key);
      expect(await nearestKeys({ modality: 'text' })).toEqual([1, 3, 2]);
      expect(await nearestKeys({ modality: 'code' })).toEqual([2, 1]);
      const either = await search({ modality: 'either' });
      expect(either.map((hit) => hit.key)).toEqual([1, 2, 3]);
      expectNear(either[1]?.similarity, Math.cos((20 * Math.PI) / 180));
    });

    it('searches only the given files, however many', async () => {
      const paths = Array.from(
        { length: 400 },
        (_, chunk) => `src/日本/${'deep/'.repeat(20)}file ${chunk}.py`,
      );
      await subject.vectorIndex.add(key, {
        vectors: paths.map((_, chunk) => vector(`p${chunk}`, 1 + chunk / 10)),
        entries: paths.map((path, chunk) => entry(chunk, `p${chunk}`, { path })),
      });
      await subject.vectorIndex.settle(key);
      expect(await nearestKeys({ paths: [paths[7] ?? '', paths[3] ?? '', 'nowhere.py'] })).toEqual([3, 7]);
      expect(await nearestKeys({ paths: paths.slice(100), limit: 4 })).toEqual([100, 101, 102, 103]);
      expect(await nearestKeys({ paths: [] })).toEqual([]);
    });

    it('returns nothing for a zero vector, and never returns a zero vector', async () => {
      await fill(key, [1, 10], [2, 90]);
      const vector = new Float32Array(subject.space.dimensions);
      expect(await nearestKeys({ vector })).toEqual([]);
      expect((await subject.vectorIndex.similarities(key, { vector, modality: 'code' }, [1, 2])).size).toBe(
        0,
      );
    });

    it('returns nothing for an empty state', async () => {
      await fill(key, [1, 10]);
      expect(await nearestKeys({}, { ...key, snapshot: 2 })).toEqual([]);
      expect(await nearestKeys({}, { ...key, repository: 'r2', snapshot: 3 })).toEqual([]);
    });

    it('does not see other states, versions or repositories', async () => {
      const states = [
        key,
        { ...key, generation: 2 },
        { ...key, snapshot: 2 },
        { ...key, snapshot: 11, repository: 'r2' },
      ];
      for (const [index, state] of states.entries()) await fill(state, [index + 1, 10], [index + 11, 20]);
      for (const [index, state] of states.entries())
        expect(await nearestKeys({}, state)).toEqual([index + 1, index + 11]);
    });
  });

  describe('similarities', () => {
    it('are returned for the requested chunks with a vector of the modality', async () => {
      await fill(key, [1, 80], [2, 10], [3, 45]);
      const similarities = await subject.vectorIndex.similarities(
        key,
        { vector: at(0), modality: 'code' },
        [3, 1, 99],
      );
      expect([...similarities.keys()].toSorted()).toEqual([1, 3]);
      expectNear(similarities.get(3), Math.cos(Math.PI / 4));
      const query = { vector: at(0), modality: 'text' } as const;
      expect((await subject.vectorIndex.similarities(key, query, [1, 2])).size).toBe(0);
      expect((await subject.vectorIndex.similarities(key, query, [])).size).toBe(0);
    });

    it('with both modalities come from the closer vector', async () => {
      await subject.vectorIndex.add(key, {
        vectors: [vector('t', 60), vector('c', 30)],
        entries: [entry(1, 't', { modality: 'text' }), entry(1, 'c')],
      });
      await subject.vectorIndex.settle(key);
      const similarities = await subject.vectorIndex.similarities(
        key,
        { vector: at(0), modality: 'either' },
        [1],
      );
      expectNear(similarities.get(1), Math.cos(Math.PI / 6));
    });
  });

  describe('a vector', () => {
    it('is known once it is settled, in every state of its repository only', async () => {
      await fill(key, [1, 10], [2, 20]);
      const ids = [vectorId('v1'), vectorId('v3'), vectorId('v2')];
      expect([...(await subject.vectorIndex.known({ ...key, snapshot: 2 }, ids))].toSorted()).toEqual(
        [vectorId('v1'), vectorId('v2')].toSorted(),
      );
      expect((await subject.vectorIndex.known({ ...key, repository: 'r2' }, ids)).size).toBe(0);
      expect((await subject.vectorIndex.known(key, [])).size).toBe(0);
    });

    it('may be omitted from a call if it is known', async () => {
      await fill(key, [1, 10], [2, 20]);
      const next = { ...key, generation: 2 };
      await subject.vectorIndex.add(next, {
        vectors: [vector('v3', 15)],
        entries: [entry(21, 'v1'), entry(22, 'v2'), entry(23, 'v3')],
      });
      await subject.vectorIndex.settle(next);
      expect(await nearestKeys({}, next)).toEqual([21, 23, 22]);
      expect(await nearestKeys()).toEqual([1, 2]);
    });

    it('may belong to several chunks, added in several calls', async () => {
      await fill(key, [1, 10]);
      await subject.vectorIndex.add(key, { vectors: [], entries: [entry(2, 'v1', { path: 'src/1.py' })] });
      await subject.vectorIndex.add(key, { vectors: [vector('v3', 30)], entries: [entry(3, 'v3')] });
      await subject.vectorIndex.settle(key);
      expect(await nearestKeys()).toEqual([1, 2, 3]);
    });

    it('is required by its entry: without it, the call is rejected and writes nothing', async () => {
      await fill(key, [1, 10]);
      const rowsBefore = await subject.countRows();
      await expect(
        subject.vectorIndex.add(key, {
          vectors: [vector('v2', 5)],
          entries: [entry(2, 'v2'), entry(3, 'absent')],
        }),
      ).rejects.toMatchObject({ code: 'internal' });
      expect(await nearestKeys()).toEqual([1]);
      expect(await subject.countRows()).toEqual(rowsBefore);
      expect((await subject.vectorIndex.known(key, [vectorId('v2')])).size).toBe(0);
    });
  });

  describe('adding', () => {
    it('does not change anything if repeated', async () => {
      for (let time = 0; time < 3; time += 1) await fill(key, [1, 10], [2, 20], [3, 30]);
      expect(await nearestKeys()).toEqual([1, 2, 3]);
      expect((await search({ limit: 2 })).length).toBe(2);
    });

    it('replaces the previous vector of a chunk', async () => {
      await fill(key, [1, 10], [2, 20]);
      await subject.vectorIndex.add(key, { vectors: [vector('new', 50)], entries: [entry(1, 'new')] });
      await subject.vectorIndex.settle(key);
      const hits = await search();
      expect(hits.map((hit) => hit.key)).toEqual([2, 1]);
      expectNear(hits[1]?.similarity, Math.cos((50 * Math.PI) / 180));
    });

    it('accepts no vectors and no entries', async () => {
      await subject.vectorIndex.add(key, { vectors: [], entries: [] });
      await subject.vectorIndex.settle(key);
      expect(await nearestKeys()).toEqual([]);
    });

    it('stores many vectors in one call', async () => {
      const chunks = Array.from({ length: 1_300 }, (_, chunk) => chunk);
      await subject.vectorIndex.add(key, {
        vectors: chunks.map((chunk) => vector(`m${chunk}`, (chunk * 90) / 1_300)),
        entries: chunks.map((chunk) => entry(chunk, `m${chunk}`, { path: `src/${chunk % 50}.py` })),
      });
      await subject.vectorIndex.settle(key);
      const hits = await search({ limit: 30, vector: at(90) });
      // Adjacent vectors are so close that rounding may change their order.
      expect(hits.every((hit) => hit.key > 1_230)).toBe(true);
      const all = await subject.vectorIndex.known(
        key,
        chunks.map((chunk) => vectorId(`m${chunk}`)),
      );
      expect(all.size).toBe(1_300);
    });
  });

  describe('copyEntries', () => {
    const next = { ...key, snapshot: 2 };
    const copyRuns = (...runs: readonly (readonly [from: number, to: number, count: number])[]) =>
      subject.vectorIndex.copyEntries(
        next,
        key,
        runs.map(([from, to, count]) => ({ from, to, count })),
      );

    it('copies the entries of chunks from another state, or writes nothing and returns false', async () => {
      await fill(key, [1, 40], [2, 30], [3, 20], [7, 10], [8, 5]);
      await subject.vectorIndex.add(key, {
        vectors: [vector('t', 60)],
        entries: [entry(2, 't', { modality: 'text' })],
      });
      await subject.vectorIndex.settle(key);
      const rowsBefore = await subject.countRows();
      // Chunk 4 has no vector; 3 and 8 belong to files that differ.
      const isCopied = await copyRuns([7, 101, 1], [1, 51, 2], [4, 61, 2]);
      await subject.vectorIndex.settle(next);
      if (!isCopied) expect(await subject.countRows()).toEqual(rowsBefore);
      expect(await nearestKeys({}, next)).toEqual(isCopied ? [101, 52, 51] : []);
      expect(await nearestKeys({ modality: 'text' }, next)).toEqual(isCopied ? [52] : []);
      expect(await nearestKeys({ paths: ['src/2.py'] }, next)).toEqual(isCopied ? [52] : []);
      expect(await nearestKeys()).toEqual([8, 7, 3, 2, 1]);
    });

    it('is idempotent, and further additions are found', async () => {
      await fill(key, [1, 10], [2, 20]);
      const [isCopied] = [await copyRuns([1, 11, 2]), await copyRuns([1, 11, 2])];
      await fill(next, [9, 15]);
      expect(await nearestKeys({}, next)).toEqual(isCopied ? [11, 9, 12] : [9]);
    });

    it('retains the copied vectors when their original state is removed', async () => {
      await fill(key, [1, 10], [2, 20]);
      const isCopied = await copyRuns([1, 11, 1]);
      await subject.vectorIndex.remove(key);
      expect(await nearestKeys({}, next)).toEqual(isCopied ? [11] : []);
      await subject.vectorIndex.remove(next);
      expect(await subject.countRows()).toEqual({});
    });

    it('returns false for a state without entries', async () => {
      await fill(next, [9, 15]);
      expect(await copyRuns([1, 11, 1])).toBe(false);
      expect(await nearestKeys({}, next)).toEqual([9]);
    });
  });

  describe('remove', () => {
    const otherStates: readonly VectorKey[] = [
      { ...key, generation: 2 },
      { ...key, snapshot: 2 },
      { ...key, snapshot: 11 },
      { ...key, snapshot: 21, generation: 11, repository: 'r2' },
    ];

    it('deletes one state, and leaves all others and shared vectors unchanged', async () => {
      for (const state of [key, ...otherStates]) await fill(state, [1, 10], [2, 20]);
      await fill(key, [3, 30]);
      await subject.vectorIndex.remove(key);
      expect(await nearestKeys()).toEqual([]);
      for (const state of otherStates) expect(await nearestKeys({}, state)).toEqual([1, 2]);
      const known = await subject.vectorIndex.known({ ...key, snapshot: 2 }, [
        vectorId('v1'),
        vectorId('v3'),
      ]);
      expect([...known]).toEqual([vectorId('v1')]);
    });

    it('deletes all generations of a snapshot', async () => {
      for (const state of [key, ...otherStates]) await fill(state, [1, 10], [2, 20]);
      await subject.vectorIndex.remove({ shard: 0, repository: 'r1', snapshot: 1, generation: undefined });
      for (const state of [key, otherStates[0] ?? key]) expect(await nearestKeys({}, state)).toEqual([]);
      for (const state of otherStates.slice(1)) expect(await nearestKeys({}, state)).toEqual([1, 2]);
    });

    it('deletes everything, and is idempotent', async () => {
      for (const state of [key, ...otherStates]) await fill(state, [1, 10], [2, 20]);
      for (let time = 0; time < 2; time += 1)
        for (const { repository, snapshot } of [key, ...otherStates])
          await subject.vectorIndex.remove({ shard: 0, repository, snapshot, generation: undefined });
      expect(await subject.countRows()).toEqual({});
      await fill(key, [5, 10]);
      expect(await nearestKeys()).toEqual([5]);
    });

    it('leaves the vector counts of other states unchanged', async () => {
      await fill(key, [1, 10], [2, 20]);
      await fill(otherStates[0] ?? key, [1, 10]);
      const alone = await subject.vectorIndex.sharing(key, []);
      expect(alone).toEqual({ vectors: 2, sharedVectors: 0 });
      const { vectors, sharedVectors } = await subject.vectorIndex.sharing(key, otherStates.slice(0, 1));
      expect([vectors, sharedVectors <= 1]).toEqual([2, true]);
      await subject.vectorIndex.remove(key);
      expect(await subject.vectorIndex.sharing(key, otherStates)).toEqual({ vectors: 0, sharedVectors: 0 });
    });

    it('frees capacity that is used again', async () => {
      await fill(key, ...Array.from({ length: 300 }, (_, chunk) => [chunk + 1, 40 + chunk / 10] as const));
      await fill(otherStates[0] ?? key, [1, 40], [290, 68.9]);
      await subject.vectorIndex.remove(key);
      const next = { ...key, generation: 3 };
      await fill(
        next,
        ...Array.from({ length: 280 }, (_, chunk) => [chunk + 1_000, 10 + chunk / 10] as const),
      );
      expect(await nearestKeys({ limit: 2 }, next)).toEqual([1_000, 1_001]);
      const remaining = await search({}, otherStates[0]);
      expect(remaining.map((hit) => hit.key)).toEqual([1, 290]);
      expectNear(remaining[1]?.similarity, Math.cos((68.9 * Math.PI) / 180));
    });
  });
}
