/**
 * Implements a repository source for a tar.gz that is still arriving. It reads the archive once, from front to back, and removes the single
 * top folder from all paths.
 */

import { AppError } from '../../core/errors.ts';
import type { RepositorySource, SourceEntry, SourceLimits } from '../../ports/repository-source.ts';
import { countBytes, gunzip } from './gunzip.ts';
import { tarEntries } from './tar-entries.ts';
import { createUnpackingBudget } from './unpacking-budget.ts';

interface IncomingArchive {
  readonly body: ReadableStream<Uint8Array>;
  readonly limits: SourceLimits;
  /** Maximum size of the compressed archive. */
  readonly maxPackedBytes: number;
  /** The only files that are needed; the source may omit others. */
  readonly neededFiles?: ReadonlySet<string> | undefined;
}

/** @returns a source whose `entries` can be read once, and throws AppError `upload_too_large` besides the errors that the port documents. */
export function createStreamSource({
  body,
  limits,
  maxPackedBytes,
  neededFiles,
}: IncomingArchive): RepositorySource {
  let commit: string | undefined;
  const onComment = (comment: string): void => {
    if (/^[0-9a-f]{40,64}$/.test(comment)) commit = comment;
  };
  const isUnneeded = (path: string): boolean =>
    neededFiles !== undefined && !neededFiles.has(removeTopFolder(path));
  return {
    commit: () => commit,
    async *entries() {
      let packed = 0;
      const countPacked = (bytes: number): void => {
        packed += bytes;
        if (packed > maxPackedBytes)
          throw new AppError('upload_too_large', `The archive has more than ${maxPackedBytes} bytes.`, {
            details: { limit: maxPackedBytes },
          });
      };
      const budget = createUnpackingBudget(limits, () => packed);
      const bytes = countBytes(gunzip(countBytes(body, countPacked)), budget.addBytes);
      for await (const entry of tarEntries({ bytes, budget, onComment, isUnneeded })) {
        const path = removeTopFolder(entry.path);
        if (entry.path.includes('/') && path !== '') yield withPath(entry, path);
      }
    },
  };
}

function removeTopFolder(path: string): string {
  return path.slice(path.indexOf('/') + 1);
}

function withPath(entry: SourceEntry, path: string): SourceEntry {
  return { ...entry, path, read: (maxBytes) => entry.read(maxBytes) };
}
