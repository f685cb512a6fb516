/** Of an archive only what is not stored yet is packed and parsed, whatever version or path it was stored under. */
import { expect, it } from 'vitest';
import type { SourceFile } from '../../../../worker/core/file.ts';
import { openModeViewer as viewer } from '../../../../worker/core/viewer.ts';
import { resolveSnapshot } from '../../../../worker/flows/versions/resolve-snapshot.ts';
import { decodePack } from '../../../../worker/ingestion/pack.ts';
import { indexed, smallTree, type Tree } from '../../../support/run-jobs.ts';
import { openWorkbench } from '../../../support/services.ts';

/** A workbench that tells which files were packed, pack by pack. */
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
  const pathsPacked = () => packed.splice(0).map((pack) => pack.map((file) => file.path));
  const stored = async (id: string, version: string) => {
    const { key } = await resolveSnapshot(bench.services, viewer, { id, version });
    const files = await bench.services.chunkStore.readFiles(key, Object.keys(changedTree));
    return Object.fromEntries(files.map((file) => [file.path, file.text]));
  };
  return { ...bench, pathsPacked, stored };
}

const { 'src/copy.py': _moved, ...rest } = smallTree;
const changedTree: Tree = {
  ...rest,
  'src/b.py': 'other word here\n',
  'moved/copy.py': smallTree['src/copy.py'] ?? '',
  'moved/guide.txt': smallTree['docs/guide.md'] ?? '',
};

it('everything, pack by pack, where nothing is stored', async () => {
  const bench = await openPackingBench();
  await indexed(bench, smallTree, { ref: 'main' });
  const packs = bench.pathsPacked();
  expect(packs.flat()).toEqual(Object.keys(smallTree));
  expect(packs.length).toBeGreaterThan(1);
});

it('what has changed or is of another language now, and the version is whole', async () => {
  const bench = await openPackingBench();
  await indexed(bench, smallTree, { ref: 'main' });
  bench.pathsPacked();
  const { id } = await indexed(bench, changedTree, { ref: 'next' });
  expect(bench.pathsPacked()).toEqual([['src/b.py', 'moved/guide.txt']]);
  expect(await bench.stored(id, 'next')).toEqual(changedTree);
});

it('nothing, where all is stored', async () => {
  const bench = await openPackingBench();
  await indexed(bench, changedTree, { ref: 'main' });
  bench.pathsPacked();
  const { id } = await indexed(bench, changedTree, { ref: 'main' });
  expect(bench.pathsPacked()).toEqual([]);
  expect(await bench.stored(id, 'main')).toEqual(changedTree);
});

it('what was removed while the archive was read, when it is read again', async () => {
  const bench = await openPackingBench();
  const { id } = await indexed(bench, smallTree, { ref: 'main' });
  const first = await resolveSnapshot(bench.services, viewer, { id, version: 'main' });
  bench.pathsPacked();
  const { chunkStore } = bench.services;
  const { saveManifest } = chunkStore;
  let isFirst = true;
  Object.assign(chunkStore, {
    async saveManifest(...of: Parameters<typeof saveManifest>) {
      if (isFirst) await chunkStore.remove(first.key);
      isFirst = false;
      return saveManifest(...of);
    },
  });
  await indexed(bench, smallTree, { ref: 'next' });
  expect(bench.pathsPacked().flat()).toEqual(Object.keys(smallTree));
  expect(Object.keys(await bench.stored(id, 'next'))).toHaveLength(4);
});
