/**
 * A tar.gz on its way as a repository source: read once, from front to back, as its bytes arrive. All of it lies under one folder, which
 * is no part of the paths told.
 */

import { AppError } from '../../core/errors.ts';
import type { RepositorySource, SourceEntry, SourceLimits } from '../../ports/repository-source.ts';
import { gunzip } from './gunzip.ts';
import { tarEntries } from './tar-entries.ts';
import { createUnpackingBudget } from './unpacking-budget.ts';

interface ArrivingArchive {
  readonly body: ReadableStream<Uint8Array>;
  readonly limits: SourceLimits;
  /** Of the archive as it comes. */
  readonly maxPackedBytes: number;
  /** Where only some files are wanted: others may be left out. */
  readonly wanted?: ReadonlySet<string> | undefined;
}

/** @returns a source whose `entries` can be read once, and throws AppError `upload_too_large` besides what its port says. */
export function createStreamSource({
  body,
  limits,
  maxPackedBytes,
  wanted,
}: ArrivingArchive): RepositorySource {
  let commit: string | undefined;
  const onComment = (comment: string): void => {
    if (/^[0-9a-f]{40,64}$/.test(comment)) commit = comment;
  };
  const isUnwanted = (path: string): boolean => wanted !== undefined && !wanted.has(unwrapped(path));
  return {
    commit: () => commit,
    async *entries() {
      let packed = 0;
      const count = (bytes: number): void => {
        packed += bytes;
        if (packed > maxPackedBytes)
          throw new AppError('upload_too_large', `The archive has more than ${maxPackedBytes} bytes.`, {
            details: { limit: maxPackedBytes },
          });
      };
      const budget = createUnpackingBudget(limits, () => packed);
      const bytes = counted(gunzip(counted(body, count)), budget.addBytes);
      for await (const entry of tarEntries({ bytes, budget, onComment, isUnwanted })) {
        const path = unwrapped(entry.path);
        if (entry.path.includes('/') && path !== '') yield within(entry, path);
      }
    },
  };
}

function unwrapped(path: string): string {
  return path.slice(path.indexOf('/') + 1);
}

function within(entry: SourceEntry, path: string): SourceEntry {
  return { ...entry, path, read: (maxBytes) => entry.read(maxBytes) };
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
