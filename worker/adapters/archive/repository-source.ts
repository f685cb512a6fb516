/**
 * An uploaded archive as a repository source. The archive is read from where it is stored, a tar.gz from front to back, a
 * zip by its directory; nothing is unpacked but the entry at hand.
 */

import { AppError } from '../../core/errors.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { RepositorySource, SourceEntry, SourceLimits } from '../../ports/repository-source.ts';
import { requireFormat, signatureBytes, type ArchiveFormat } from './archive-format.ts';
import { gunzip } from './gunzip.ts';
import { tarEntries } from './tar-entries.ts';
import { createUnpackingBudget } from './unpacking-budget.ts';
import { zipEntries } from './zip-entries.ts';

interface StoredArchive {
  readonly format: ArchiveFormat;
  readonly blobStore: Pick<BlobStore, 'open' | 'get'>;
  readonly key: string;
  readonly limits: SourceLimits;
}

/** What `git archive` leaves of the commit: the whole id. */
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
      requireFormat(head ?? gone(), archive.format);
      yield* archive.format === 'zip' ? entriesOfZip(archive, onComment) : entriesOfTar(archive, onComment);
    },
  };
}

type OnComment = (comment: string) => void;

async function* entriesOfTar(
  { blobStore, key, limits }: StoredArchive,
  onComment: OnComment,
): AsyncGenerator<SourceEntry> {
  const { body, size } = (await blobStore.open(key)) ?? gone();
  const budget = createUnpackingBudget(limits, size);
  yield* tarEntries({ bytes: counted(gunzip(body), budget.addBytes), budget, onComment });
}

async function* entriesOfZip(
  { blobStore, key, limits }: StoredArchive,
  onComment: OnComment,
): AsyncGenerator<SourceEntry> {
  const { body, size } = (await blobStore.open(key)) ?? gone();
  await body.cancel();
  const budget = createUnpackingBudget(limits, size);
  const read = async (offset: number, length: number) =>
    (await blobStore.get(key, { offset, length })) ?? gone();
  yield* zipEntries({ read, size, budget, onComment });
}

async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  count: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    count(chunk.length);
    yield chunk;
  }
}

function gone(): never {
  throw new AppError('internal', 'The uploaded archive is no longer stored');
}
