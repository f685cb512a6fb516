/** Tests uploaded archives read from storage in workerd: the port's contract for every format, and the adapter's own behavior. */

import { describe, expect, it } from 'vitest';
import { createArchiveSource } from '../../../../worker/adapters/archive/repository-source.ts';
import type { SourceLimits } from '../../../../worker/ports/repository-source.ts';
import { repositorySourceContract } from '../../../contracts/repository-source.ts';
import { archives, type ArchiveCase } from '../../../support/files/archives.ts';
import { concat } from '../../../support/files/bytes.ts';
import { zeroTar } from '../../../support/files/hostile-tars.ts';
import { createMemoryBlobStore } from '../../../support/fakes/memory-blob-store.ts';
import { tarEntry, tarGz } from '../../../support/files/tar-bytes.ts';
import { zipBytes } from '../../../support/files/zip-bytes.ts';

const limits: SourceLimits = { maxUnpackedBytes: 2 ** 40, maxRatio: 200, maxEntries: 100_000 };

async function createSource(
  { bytes, format }: Pick<ArchiveCase, 'bytes' | 'format'>,
  overrides: Partial<SourceLimits> = {},
) {
  const blobStore = createMemoryBlobStore();
  await blobStore.put('upload', await bytes());
  return createArchiveSource({ format, blobStore, key: 'upload', limits: { ...limits, ...overrides } });
}

async function listPaths(source: Awaited<ReturnType<typeof createSource>>): Promise<string[]> {
  const entryPaths: string[] = [];
  for await (const entry of source.entries()) entryPaths.push(entry.path);
  return entryPaths;
}

describe('an uploaded archive', () => {
  repositorySourceContract({ archives, open: (archive) => createSource(archive) });
});

describe('limits', () => {
  const three = [tarEntry('a'), tarEntry('b'), tarEntry('c')];
  it.each([
    ['tar.gz', () => tarGz(...three)],
    ['zip', () => zipBytes([['a'], ['b'], ['c']])],
  ] as const)('restrict the number of entries in a %s', async (format, bytes) => {
    expect(await listPaths(await createSource({ format, bytes }, { maxEntries: 3 }))).toEqual([
      'a',
      'b',
      'c',
    ]);
    await expect(listPaths(await createSource({ format, bytes }, { maxEntries: 2 }))).rejects.toMatchObject({
      code: 'archive_bomb',
      message: expect.stringContaining('more than 2 entries'),
      details: { limit: 2 },
    });
  });

  it('apply to the bytes of entries that are not read', async () => {
    const source = await createSource(
      { format: 'tar.gz', bytes: () => zeroTar(8) },
      { maxUnpackedBytes: 4_000_000, maxRatio: Infinity },
    );
    await expect(listPaths(source)).rejects.toMatchObject({
      code: 'archive_bomb',
      details: { limit: 4_000_000 },
    });
  });

  it('do not apply to the ratio of small archives', async () => {
    expect(await listPaths(await createSource({ format: 'tar.gz', bytes: () => zeroTar(8) }))).toEqual([
      'main.py',
      'zeros.bin',
    ]);
  });
});

describe('the commit', () => {
  it.each([
    'tar: a wrapper folder, as git archive makes it',
    'zip: a wrapper folder, as git archive makes it',
  ])('is read from %s', async (name) => {
    const archive = archives[name];
    if (archive === undefined) throw new Error(`no archive is named ${name}`);
    const source = await createSource(archive);
    expect(source.commit()).toBeUndefined();
    await listPaths(source);
    expect(source.commit()).toBe('0123456789abcdef0123456789abcdef01234567');
  });

  it('is not read from any other comment', async () => {
    const source = await createSource({
      format: 'zip',
      bytes: () => zipBytes([['a']], { comment: 'made by hand' }),
    });
    await listPaths(source);
    expect(source.commit()).toBeUndefined();
  });
});

describe('a file of any size', () => {
  // Sizes around those of zlib's buffers and of the windows in which a zip is read.
  const sizes = [0, 1, 511, 512, 513, 40_959, 40_960, 40_961, 65_536, 93_930, 200_000, 999_999, 1_048_577];
  const contents = sizes.map((size) => new Uint8Array(size).map((_, index) => (index * 7919) % 251));

  it.each([
    ['tar.gz', () => tarGz(...contents.map((content, index) => tarEntry(`f${index}`, { content })))],
    ['zip', () => zipBytes(contents.map((content, index) => [`f${index}`, { content }] as const))],
    [
      'zip',
      () => zipBytes(contents.map((content, index) => [`f${index}`, { content, stored: true }] as const)),
    ],
  ] as const)('is read completely from a %s', async (format, bytes) => {
    const read: (number | undefined)[] = [];
    for await (const entry of (await createSource({ format, bytes })).entries()) {
      const content = await entry.read(2_000_000);
      expect(content?.every((byte, index) => byte === (index * 7919) % 251)).toBe(true);
      read.push(content?.length);
    }
    expect(read).toEqual(sizes);
  });
});

describe('an archive source', () => {
  it('reads a zip in windows, not entry by entry', async () => {
    const blobStore = createMemoryBlobStore();
    const entries = Array.from(
      { length: 200 },
      (_, index) => [`f${index}.txt`, { content: 'a', stored: true }] as const,
    );
    await blobStore.put('upload', await zipBytes(entries));
    let requests = 0;
    const counting: typeof blobStore = {
      ...blobStore,
      get(key, range) {
        requests++;
        return blobStore.get(key, range);
      },
    };
    const source = createArchiveSource({ format: 'zip', blobStore: counting, key: 'upload', limits });
    for await (const entry of source.entries()) await entry.read(10);
    expect(requests).toBeLessThan(5);
  });

  it('reads a zip longer than its windows', async () => {
    const long = new Uint8Array(3_000_000).map((_, index) => (index * 7919) % 251);
    const bytes = () =>
      zipBytes([
        ['a.txt', { content: long, isStored: true }],
        ['b.txt', { content: 'b' }],
      ]);
    for await (const entry of (await createSource({ format: 'zip', bytes })).entries()) {
      expect(await entry.read(4_000_000)).toEqual(entry.path === 'a.txt' ? long : concat('b'));
    }
  });

  it('reports a missing archive as an internal error', async () => {
    const source = createArchiveSource({
      format: 'zip',
      blobStore: createMemoryBlobStore(),
      key: 'upload',
      limits,
    });
    await expect(listPaths(source)).rejects.toMatchObject({ code: 'internal' });
  });
});
