/**
 * An uploaded archive as a repository source. The archive is read from where it is stored, a tar.gz from front to back, a
 * zip by its directory; nothing is unpacked but the entry at hand.
 */

import { AppError } from '../../core/errors.ts';
import type { RepositorySource, SourceEntry, SourceLimits } from '../../ports/repository-source.ts';
import { requireFormat, signatureBytes, type ArchiveFormat } from './archive-format.ts';
import { gunzip } from './gunzip.ts';
import { tarEntries } from './tar-entries.ts';
import { createUnpackingBudget } from './unpacking-budget.ts';
import { zipEntries } from './zip-entries.ts';

export interface ArchiveAccess {
  readonly format: ArchiveFormat;
  /** The archive as a stream, with its size; undefined when it is gone. */
  readonly open: () => Promise<{ body: ReadableStream<Uint8Array>; size: number } | undefined>;
  /** A range of the archive, shorter where it ends; undefined when it is gone. */
  readonly read: (range: { offset: number; length: number }) => Promise<Uint8Array | undefined>;
  readonly limits: SourceLimits;
}

/** What `git archive` leaves of the commit: the whole id. */
const commitId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * @returns a source whose `entries` throws, besides what its port says, AppError `unsupported_media_type` for bytes of
 * another format.
 */
export function createArchiveSource(access: ArchiveAccess): RepositorySource {
  let commit: string | undefined;
  const onComment = (comment: string) => {
    if (commitId.test(comment)) commit = comment;
  };
  return {
    commit: () => commit,
    async *entries() {
      const head = await access.read({ offset: 0, length: signatureBytes });
      requireFormat(head ?? gone(), access.format);
      yield* access.format === 'zip' ? entriesOfZip(access, onComment) : entriesOfTar(access, onComment);
    },
  };
}

async function* entriesOfTar(
  access: ArchiveAccess,
  onComment: (comment: string) => void,
): AsyncGenerator<SourceEntry> {
  const { body, size } = (await access.open()) ?? gone();
  const budget = createUnpackingBudget(access.limits, size);
  yield* tarEntries({ bytes: counted(gunzip(body), budget.addBytes), budget, onComment });
}

async function* entriesOfZip(
  access: ArchiveAccess,
  onComment: (comment: string) => void,
): AsyncGenerator<SourceEntry> {
  const { body, size } = (await access.open()) ?? gone();
  await body.cancel();
  const budget = createUnpackingBudget(access.limits, size);
  const read = async (offset: number, length: number) => (await access.read({ offset, length })) ?? gone();
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
