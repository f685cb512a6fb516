/**
 * Implements a repository source for an uploaded archive. It reads a tar.gz from front to back and a zip by its central directory, and unpacks
 * only the current entry.
 */

import { AppError } from '../../core/errors.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { RepositorySource, SourceEntry, SourceLimits } from '../../ports/repository-source.ts';
import { countBytes, gunzip } from './gunzip.ts';
import { tarEntries } from './tar-entries.ts';
import { createUnpackingBudget } from './unpacking-budget.ts';
import { zipEntries } from './zip-entries.ts';

interface StoredArchive {
  readonly format: ArchiveFormat;
  readonly blobStore: Pick<BlobStore, 'open' | 'get'>;
  readonly key: string;
  readonly limits: SourceLimits;
}

/** `git archive` writes the full commit id into the archive's comment. */
const commitId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * @returns a source whose `entries` throws, besides the errors that the port documents, AppError `unsupported_media_type` if the archive has
 * another format.
 */
export function createArchiveSource(archive: StoredArchive): RepositorySource {
  let commit: string | undefined;
  const onComment = (comment: string) => {
    if (commitId.test(comment)) commit = comment;
  };
  return {
    commit: () => commit,
    async *entries() {
      const head = await archive.blobStore.get(archive.key, { offset: 0, length: signatureBytes });
      requireFormat(head ?? throwMissing(), archive.format);
      yield* archive.format === 'zip'
        ? readZipEntries(archive, onComment)
        : readTarEntries(archive, onComment);
    },
  };
}

type OnComment = (comment: string) => void;

async function* readTarEntries(
  { blobStore, key, limits }: StoredArchive,
  onComment: OnComment,
): AsyncGenerator<SourceEntry> {
  const { body, size } = (await blobStore.open(key)) ?? throwMissing();
  const budget = createUnpackingBudget(limits, size);
  yield* tarEntries({ bytes: countBytes(gunzip(body), budget.addBytes), budget, onComment });
}

async function* readZipEntries(
  { blobStore, key, limits }: StoredArchive,
  onComment: OnComment,
): AsyncGenerator<SourceEntry> {
  const { body, size } = (await blobStore.open(key)) ?? throwMissing();
  await body.cancel();
  const budget = createUnpackingBudget(limits, size);
  const read = async (offset: number, length: number) =>
    (await blobStore.get(key, { offset, length })) ?? throwMissing();
  yield* zipEntries({ read, size, budget, onComment });
}

function throwMissing(): never {
  throw new AppError('internal', 'The uploaded archive is no longer stored. Upload it again.');
}

export type ArchiveFormat = 'tar.gz' | 'zip';

interface Signature {
  readonly name: string;
  readonly bytes: readonly number[];
  readonly offset?: number;
  readonly format?: ArchiveFormat;
}

/** Magic numbers, from the formats' own specifications and the file(1) database. */
const signatures: readonly Signature[] = [
  { name: 'gzip', bytes: [0x1f, 0x8b], format: 'tar.gz' },
  { name: 'a zip archive', bytes: [0x50, 0x4b, 0x03, 0x04], format: 'zip' },
  { name: 'an empty zip archive', bytes: [0x50, 0x4b, 0x05, 0x06], format: 'zip' },
  { name: 'a split zip archive', bytes: [0x50, 0x4b, 0x07, 0x08], format: 'zip' },
  { name: 'xz', bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00] },
  { name: 'bzip2', bytes: [0x42, 0x5a, 0x68] },
  { name: 'zstd', bytes: [0x28, 0xb5, 0x2f, 0xfd] },
  { name: 'a 7z archive', bytes: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c] },
  { name: 'a RAR archive', bytes: [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07] },
  { name: 'an uncompressed tar archive', bytes: [0x75, 0x73, 0x74, 0x61, 0x72], offset: 257 },
];

/** Bytes that `requireFormat` needs, or the whole archive if it is shorter. */
const signatureBytes = 512;

/**
 * @param head the archive's first `signatureBytes`.
 * @throws AppError `archive_invalid` when the archive is empty; `unsupported_media_type`, with the detected format, when the format differs
 */
function requireFormat(head: Uint8Array, format: ArchiveFormat): void {
  if (head.length === 0) throw new AppError('archive_invalid', 'The upload is empty: 0 bytes were received.');
  const detected = signatures.find(({ bytes, offset = 0 }) =>
    bytes.every((byte, i) => head[offset + i] === byte),
  );
  if (detected?.format === format) return;
  const firstBytes = [...head.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  const sentAs = format === 'zip' ? 'zip' : 'gzip';
  const detectedName = detected ? ` (${detected.name})` : '';
  const message = `The upload was declared as ${sentAs}, but its first bytes are ${firstBytes}${detectedName}. Upload a tar.gz or zip archive with the matching content type.`;
  throw new AppError('unsupported_media_type', message, { details: { firstBytes, found: detected?.name } });
}
