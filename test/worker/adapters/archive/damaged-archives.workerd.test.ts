/** Tests that reading an archive with damaged bytes always ends, either with files or with an error that reports the damage. */

import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createArchiveSource } from '../../../../worker/adapters/archive/repository-source.ts';
import { AppError } from '../../../../worker/core/errors.ts';
import { compress, concat } from '../../../support/files/bytes.ts';
import { createMemoryBlobStore } from '../../../support/fakes/memory-blob-store.ts';
import { endOfTar, gnuLongHeader, paxHeader, tarEntry } from '../../../support/files/tar-bytes.ts';
import { zipBytes } from '../../../support/files/zip-bytes.ts';

const limits = { maxUnpackedBytes: 50_000_000, maxRatio: 200, maxEntries: 1000 };
const expectedCodes = ['archive_invalid', 'archive_unsafe', 'archive_bomb', 'unsupported_media_type'];

async function expectToEnd(format: 'tar.gz' | 'zip', bytes: Uint8Array): Promise<void> {
  const blobStore = createMemoryBlobStore();
  await blobStore.put('upload', bytes);
  const source = createArchiveSource({ format, blobStore, key: 'upload', limits });
  try {
    for await (const entry of source.entries()) if (entry.kind === 'file') await entry.read(1_000_000);
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    expect(error).toHaveProperty('code', expect.toBeOneOf(expectedCodes));
  }
}

/** Bytes to overwrite, and where to truncate the archive, if at all. */
const damage = fc.record({
  changes: fc.array(fc.record({ at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }) }), { maxLength: 6 }),
  cut: fc.option(fc.nat()),
});

function damageBytes(
  bytes: Uint8Array,
  { changes, cut }: { changes: { at: number; byte: number }[]; cut: number | null },
) {
  const copy = bytes.slice();
  for (const { at, byte } of changes) copy[at % copy.length] = byte;
  return cut === null ? copy : copy.subarray(0, cut % copy.length);
}

const tar = concat(
  paxHeader({ comment: 'c' }, 'g'),
  tarEntry('src/', { type: '5' }),
  paxHeader({ path: 'src/long.py', size: '12' }),
  tarEntry('x', { content: 'a = 1\nb = 2\n' }),
  gnuLongHeader('src/other.py'),
  tarEntry('y', { content: 'z'.repeat(600) }),
  tarEntry('sparse', { type: 'S', magic: 'gnu', bytes: { 482: '\x01' } }),
  new Uint8Array(512),
  tarEntry('link', { type: '2', linkName: 'x' }),
  endOfTar,
);

it('finishes reading a damaged tar', async () => {
  await fc.assert(
    fc.asyncProperty(damage, async (changes) =>
      expectToEnd('tar.gz', await compress('gzip', damageBytes(tar, changes))),
    ),
    { numRuns: 300 },
  );
});

it('finishes reading damaged gzip data', async () => {
  const bytes = await compress('gzip', tar);
  await fc.assert(
    fc.asyncProperty(damage, (changes) => expectToEnd('tar.gz', damageBytes(bytes, changes))),
    { numRuns: 300 },
  );
});

it('finishes reading a damaged zip', async () => {
  const bytes = await zipBytes(
    [
      ['src/', { unixMode: 0o040755 }],
      ['src/a.py', { content: 'a = 1\n'.repeat(20) }],
      ['src/b.py', { content: 'b = 2\n', isStored: true, hasDataDescriptor: true }],
      ['src/c.py', { content: 'c = 3\n', zip64: true }],
      ['link', { content: 'src/a.py', unixMode: 0o120777 }],
    ],
    { comment: 'made by hand' },
  );
  await fc.assert(
    fc.asyncProperty(damage, (changes) => expectToEnd('zip', damageBytes(bytes, changes))),
    { numRuns: 500 },
  );
});
