/**
 * Implements a repository source for an uploaded archive. It reads a tar.gz from front to back and a zip by its directory, and unpacks
 * only the current entry.
 */

import { AppError } from '../../core/errors.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { RepositorySource, SourceEntry, SourceLimits } from '../../ports/repository-source.ts';
import { requireFormat, signatureBytes, type ArchiveFormat } from './archive-format.ts';
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
 * @returns a source whose `entries` throws, besides what its port says, AppError `unsupported_media_type` for bytes of
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
