/** Only content that is not stored under any version or path is packed and parsed. */
import { expect, it } from 'vitest';
import type { SourceFile } from '../../../../worker/core/files/file.ts';
import { openModeViewer as viewer } from '../../../../worker/core/viewer.ts';
import { resolveSnapshot } from '../../../../worker/flows/versions/resolve-snapshot.ts';
import { decodePack } from '../../../../worker/ingestion/source-files/file-pack.ts';
import { uploadAndIndex, smallTree, type Tree } from '../../../support/workbench/run-jobs.ts';
import { openWorkbench } from '../../../support/workbench/workbench.ts';

/** Opens a workbench that records which files each pack contains. */
async function openPackingBench() {
  const packed: (readonly SourceFile[])[] = [];
  const bench = await openWorkbench(({ blobStore }) => ({
    blobStore: {
      ...blobStore,
      put(key, body) {
        if (key.includes('/packs/') && body instanceof Uint8Array) packed.push(decodePack(body));
        return blobStore.put(key, body);
      },
    },
  }));
  const takePackedPaths = () => packed.splice(0).map((pack) => pack.map((file) => file.path));
  const readStored = async (id: string, version: string) => {
    const { key } = await resolveSnapshot(bench.services, viewer, { id, version });
    const files = await bench.services.chunkStore.readFiles(key, Object.keys(changedTree));
    return Object.fromEntries(files.map((file) => [file.path, file.text]));
  };
  return { ...bench, takePackedPaths, readStored };
}

const { 'src/copy.py': _moved, ...rest } = smallTree;
const changedTree: Tree = {
  ...rest,
  'src/b.py': 'other word here\n',
  'moved/copy.py': smallTree['src/copy.py'] ?? '',
  'moved/guide.txt': smallTree['docs/guide.md'] ?? '',
};

it('packs everything if nothing is stored', async () => {
  const bench = await openPackingBench();
  await uploadAndIndex(bench, smallTree, { ref: 'main' });
  const packs = bench.takePackedPaths();
  expect(packs.flat()).toEqual(Object.keys(smallTree));
  expect(packs.length).toBeGreaterThan(1);
});

it('packs changed files and files whose language changed, and completes the version', async () => {
  const bench = await openPackingBench();
  await uploadAndIndex(bench, smallTree, { ref: 'main' });
  bench.takePackedPaths();
  const { id } = await uploadAndIndex(bench, changedTree, { ref: 'next' });
  expect(bench.takePackedPaths()).toEqual([['src/b.py', 'moved/guide.txt']]);
  expect(await bench.readStored(id, 'next')).toEqual(changedTree);
});

it('packs nothing if everything is stored', async () => {
  const bench = await openPackingBench();
  await uploadAndIndex(bench, changedTree, { ref: 'main' });
  bench.takePackedPaths();
  const { id } = await uploadAndIndex(bench, changedTree, { ref: 'main' });
  expect(bench.takePackedPaths()).toEqual([]);
  expect(await bench.readStored(id, 'main')).toEqual(changedTree);
});

it('packs content that was removed while the archive was read, when the part runs again', async () => {
  const bench = await openPackingBench();
  const { id } = await uploadAndIndex(bench, smallTree, { ref: 'main' });
  const first = await resolveSnapshot(bench.services, viewer, { id, version: 'main' });
  bench.takePackedPaths();
  const { chunkStore } = bench.services;
  const { saveManifest } = chunkStore;
  let isFirst = true;
  Object.assign(chunkStore, {
    async saveManifest(...args: Parameters<typeof saveManifest>) {
      if (isFirst) await chunkStore.remove(first.key);
      isFirst = false;
      return saveManifest(...args);
    },
  });
  await uploadAndIndex(bench, smallTree, { ref: 'next' });
  expect(bench.takePackedPaths().flat()).toEqual(Object.keys(smallTree));
  expect(Object.keys(await bench.readStored(id, 'next'))).toHaveLength(4);
});
