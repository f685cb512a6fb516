/** Chunks are embedded once, even if parts are interrupted, repeated or indexed again. Without an embedder the stage does nothing. */
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../worker/core/errors.ts';
import { openModeViewer } from '../../../../worker/core/viewer.ts';
import { resolveSnapshot } from '../../../../worker/flows/versions/resolve-snapshot.ts';
import { viewRepository } from '../../../../worker/flows/repositories/view-repository.ts';
import type { ChunkRow } from '../../../../worker/ports/chunk-store.ts';
import type { createHashingEmbedder } from '../../../support/fakes/hashing-embedder.ts';
import { deliver, uploadAndIndex, runToEnd, upload, type Tree } from '../../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

const tree: Tree = {
  'src/connect.py': '# Opens a socket to the host.\ndef open_connection(host):\n    return socket(host)\n',
  'src/prices.py': '# Adds up all prices of a basket.\ndef total_price(basket):\n    return sum(basket)\n',
  'docs/guide.md': '# Guide\n\nHow a parcel is wrapped in paper.\n',
  'empty.py': '',
};

async function findNearest(bench: Workbench, id: string, question: string): Promise<string | undefined> {
  const { key, repository } = await resolveSnapshot(bench.services, openModeViewer, {
    id,
    version: undefined,
  });
  const { dense, chunkStore } = bench.services;
  const vector = await dense?.embedder.embedQuery(question);
  if (dense === undefined || vector === undefined) return undefined;
  const state = { ...key, repository: repository.id };
  const [hit] = await dense.vectorIndex.search(state, {
    vector,
    modality: 'either',
    limit: 1,
    paths: undefined,
  });
  const [chunk] = await chunkStore.chunksByKey(key, hit === undefined ? [] : [hit.key]);
  return chunk?.path;
}

const countEmbedded = (bench: Workbench): number => {
  const embedder = bench.services.dense?.embedder;
  const calls = embedder !== undefined && 'calls' in embedder ? (embedder.calls as number[]) : [];
  return calls.reduce((sum, texts) => sum + texts, 0);
};

describe('embedding a repository', () => {
  it('makes its chunks searchable by meaning once it is ready', async () => {
    const bench = await openWorkbench();
    const { id } = await uploadAndIndex(bench, tree);
    expect(await findNearest(bench, id, 'opens a connection to a host')).toBe('src/connect.py');
    expect(await findNearest(bench, id, 'sum of prices in the basket')).toBe('src/prices.py');
    expect(await findNearest(bench, id, 'wrapped in paper')).toBe('docs/guide.md');
  });

  it('reports its progress', async () => {
    const bench = await openWorkbench();
    const { id } = await upload(bench, tree);
    while (!bench.wokenParts.some(({ stage }) => stage === 'embed'))
      await deliver(bench, bench.wokenParts.shift() ?? expect.fail());
    const view = await viewRepository(bench.services, openModeViewer, id);
    expect(view).toMatchObject({
      stage: 'embed',
      snapshot: { status: 'embedding' },
      progress: { embed: { done: 0 } },
    });
  });

  it('sends no more texts per call than the embedder accepts', async () => {
    const bench = await openWorkbench();
    await uploadAndIndex(
      bench,
      Object.fromEntries(
        Array.from({ length: 40 }, (_, index) => [`f${index}.py`, `value_${index} = ${index}\n`]),
      ),
    );
    const { embedder } = bench.services.dense ?? {};
    const { calls } = embedder as ReturnType<typeof createHashingEmbedder>;
    expect(Math.max(...calls)).toBeLessThanOrEqual(embedder?.maxTexts ?? 0);
    expect(countEmbedded(bench)).toBe(40);
  });
});

describe('stored vectors', () => {
  it('are reused by another version with the same content', async () => {
    const bench = await openWorkbench();
    await uploadAndIndex(bench, tree);
    const first = countEmbedded(bench);
    expect(first).toBeGreaterThan(2);
    const { id } = await uploadAndIndex(bench, {
      ...tree,
      'src/more.py': 'def more():\n    return more_of_it\n',
    });
    expect(countEmbedded(bench)).toBe(first + 1);
    expect(await findNearest(bench, id, 'opens a connection to a host')).toBe('src/connect.py');
    expect(await findNearest(bench, id, 'more of it')).toBe('src/more.py');
  });

  it('are not shared between repositories', async () => {
    const bench = await openWorkbench();
    await uploadAndIndex(bench, tree, { name: 'one' });
    const first = countEmbedded(bench);
    await uploadAndIndex(bench, tree, { name: 'two' });
    expect(countEmbedded(bench)).toBe(2 * first);
  });

  it('are copied from the earlier snapshot without reading its unchanged files', async () => {
    const bench = await openWorkbench();
    await uploadAndIndex(bench, tree, { ref: 'main' });
    const { chunkStore } = bench.services;
    const readPaths: string[] = [];
    for (const name of ['chunksOfRange', 'chunksOfFiles'] as const) {
      const readChunks = chunkStore[name].bind(chunkStore) as (
        ...args: unknown[]
      ) => Promise<readonly ChunkRow[]>;
      Object.assign(chunkStore, {
        async [name](...args: unknown[]) {
          const chunks = await readChunks(...args);
          readPaths.push(...chunks.map(({ path }) => path));
          return chunks;
        },
      });
    }
    const { 'docs/guide.md': guide = '', ...rest } = tree;
    const changed = {
      ...rest,
      'src/prices.py': '# Weighs a parcel.\ndef weigh(): pass\n',
      'docs/moved.md': guide,
    };
    const { id } = await uploadAndIndex(bench, changed, { ref: 'main' });
    expect(readPaths).not.toContain('src/connect.py');
    expect(readPaths).toEqual(expect.arrayContaining(['src/prices.py', 'docs/moved.md']));
    expect(await findNearest(bench, id, 'opens a connection to a host')).toBe('src/connect.py');
    expect(await findNearest(bench, id, 'weighs a parcel')).toBe('src/prices.py');
    expect(await findNearest(bench, id, 'wrapped in paper')).toBe('docs/moved.md');
  });

  it('are found by id if the earlier snapshot was removed in the meantime', async () => {
    const bench = await openWorkbench();
    const { id } = await uploadAndIndex(bench, tree, { ref: 'main' });
    const before = await resolveSnapshot(bench.services, openModeViewer, { id, version: 'main' });
    await uploadAndIndex(bench, tree, { ref: 'other' });
    await upload(bench, tree, { ref: 'main' });
    for (let part = bench.wokenParts.shift(); part !== undefined; part = bench.wokenParts.shift()) {
      if (part.stage === 'embed' && part.part === 0)
        await bench.services.dense?.vectorIndex.remove({ ...before.key, repository: id });
      await deliver(bench, part);
    }
    const after = await resolveSnapshot(bench.services, openModeViewer, { id, version: 'main' });
    expect(after.key).not.toEqual(before.key);
    expect(await findNearest(bench, id, 'opens a connection to a host')).toBe('src/connect.py');
    expect(await findNearest(bench, id, 'wrapped in paper')).toBe('docs/guide.md');
  });

  it('of an interrupted part are reused when it runs again', async () => {
    let writes = 0;
    const files = Array.from({ length: 3 }, (_, file) => [
      `f${file}.md`,
      Array.from(
        { length: 300 },
        (_, index) => `# Part ${file} ${index}\n\nSays ${file * 1_000 + index} of it.\n`,
      ).join('\n'),
    ]);
    const bench = await openWorkbench(({ dense, settings }) => ({
      settings: { ...settings, batch: { ...settings.batch, embedChunks: 2_000 } },
      dense: dense && {
        ...dense,
        vectorIndex: {
          ...dense.vectorIndex,
          async add(...args) {
            await dense.vectorIndex.add(...args);
            if ((writes += 1) === 1) throw new AppError('storage_unavailable', 'away');
          },
        },
      },
    }));
    await uploadAndIndex(bench, Object.fromEntries(files));
    const chunks = (await bench.rows())['vectors'] ?? 0;
    expect(writes).toBeGreaterThan(2);
    expect(countEmbedded(bench)).toBe(chunks);
  });
});

describe('an embedder', () => {
  it('that does not respond is called again, and one that rejects the texts fails the job, which can be resumed', async () => {
    let failures = 0;
    let code: 'embedder_unavailable' | 'embedder_failed' = 'embedder_unavailable';
    const bench = await openWorkbench(({ dense }) => ({
      dense: dense && {
        ...dense,
        embedder: {
          ...dense.embedder,
          embed: (texts) =>
            (failures += 1) < 3 ? Promise.reject(new AppError(code, 'no')) : dense.embedder.embed(texts),
        },
      },
    }));
    const { id } = await uploadAndIndex(bench, tree);
    expect(await viewRepository(bench.services, openModeViewer, id)).toMatchObject({
      snapshot: { status: 'ready' },
    });
    [failures, code] = [0, 'embedder_failed'];
    const { id: other } = await uploadAndIndex(bench, tree, { name: 'other' });
    expect(await viewRepository(bench.services, openModeViewer, other)).toMatchObject({
      stage: 'embed',
      snapshot: { status: 'failed' },
      error: { code: 'embedder_failed', retryableUntil: expect.any(Number) },
    });
  });

  it('without a vector for any text leaves the index without vectors', async () => {
    const bench = await openWorkbench(({ dense }) => ({
      dense: dense && {
        ...dense,
        embedder: { ...dense.embedder, embed: async (texts) => texts.map(() => new Float32Array(64)) },
      },
    }));
    const { id } = await uploadAndIndex(bench, tree);
    expect(await findNearest(bench, id, 'opens a connection')).toBeUndefined();
    expect(await bench.rows()).not.toHaveProperty('vectors');
  });

  it('is not required: without one, the stage does nothing', async () => {
    const bench = await openWorkbench(() => ({ dense: undefined }));
    const { id } = await upload(bench, tree);
    await runToEnd(bench);
    const view = await viewRepository(bench.services, openModeViewer, id);
    expect(view).toMatchObject({
      stage: 'publish',
      snapshot: { status: 'ready', progress: { embed: { done: 1, total: 1 } } },
    });
    expect(await bench.rows()).not.toHaveProperty('vectors');
  });
});
