/** Reads the entries of a tar stream. It buffers the current entry, up to the caller's limit, and at most two megabytes inside the decoder. */

import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { AppError } from '../../core/errors.ts';
import type { SourceEntry } from '../../ports/repository-source.ts';
import { createByteReader } from './byte-reader.ts';
import { safePath } from './safe-path.ts';
import { tarBlocks, createTurnstile } from './tar-blocks.ts';
import type { UnpackingBudget } from './unpacking-budget.ts';

/** POSIX and GNU type flags other than file, directory and symbolic link. Entries with unknown flags are treated as files. */
const specialKinds: Readonly<Record<string, string>> = {
  '1': 'hard link',
  '3': 'character device',
  '4': 'block device',
  '6': 'named pipe',
  D: 'directory listing',
  M: 'continued file',
  N: 'list of long names',
  S: 'sparse file',
  V: 'volume label',
  X: 'extended header',
};

interface TarSource {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly budget: UnpackingBudget;
  /** Receives the comment of the archive's global header, where `git archive` writes the commit. */
  readonly onComment: (comment: string) => void;
  /** Whether a file, by its path in the tar, is not needed. Some of these files may still be returned. */
  readonly isUnneeded?: (path: string) => boolean;
}

/** @throws AppError `archive_invalid` | `archive_unsafe` | `archive_bomb`. */
export async function* tarEntries({
  bytes,
  budget,
  onComment,
  isUnneeded = () => false,
}: TarSource): AsyncGenerator<SourceEntry> {
  const typeFlags: string[] = [];
  const chunks = bytes[Symbol.asyncIterator]();
  const turnstile = createTurnstile();
  const shouldSkip = (path: string): boolean => {
    const isSkipped = isUnneeded(path);
    if (isSkipped) budget.addEntry();
    return isSkipped;
  };
  const blocks = tarBlocks({ source: createByteReader(chunks), turnstile, typeFlags, shouldSkip });
  const reader = toStream(blocks)
    .pipeThrough(createTarDecoder({ strict: true }))
    .getReader();
  let previousPath: string | undefined;
  try {
    for (;;) {
      turnstile.open();
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw addLocation(error, previousPath);
      });
      if (done) return;
      budget.addEntry();
      if (value.header.pax?.comment !== undefined) onComment(value.header.pax.comment);
      const entry = toSourceEntry(value, typeFlags.shift() ?? '0', previousPath);
      if (entry.path !== '') yield entry;
      previousPath = entry.path;
      // An entry that was not read to its end blocks the stream until it is canceled.
      if (!value.body.locked) await value.body.cancel();
    }
  } finally {
    turnstile.close();
    await reader.cancel().catch(() => {});
    await chunks.return?.();
  }
}

function toStream(chunks: AsyncIterator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
}

function toSourceEntry(
  { header, body }: ParsedTarEntry,
  typeFlag: string,
  previousPath: string | undefined,
): SourceEntry {
  const pax = header.pax ?? {};
  // pax describes a sparse file by attributes instead of a type flag.
  const isSparse = 'GNU.sparse.major' in pax || 'GNU.sparse.map' in pax;
  const specialKind = isSparse ? 'sparse file' : specialKinds[typeFlag];
  const path = safePath(pax['GNU.sparse.name'] ?? header.name);
  return {
    path,
    kind: specialKind === undefined ? plainKind(header.type) : 'special',
    size: header.size,
    linkTarget: header.linkname === '' ? undefined : header.linkname,
    specialKind,
    async read(maxBytes) {
      if (header.size > maxBytes) return undefined;
      return readBody(body, header.size).catch((error: unknown) => {
        throw addLocation(error, previousPath, path);
      });
    },
  };
}

function plainKind(type: string | undefined): 'file' | 'directory' | 'symlink' {
  return type === 'directory' || type === 'symlink' ? type : 'file';
}

async function readBody(body: ReadableStream<Uint8Array>, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  let filled = 0;
  for await (const part of body) {
    bytes.set(part, filled);
    filled += part.length;
  }
  if (filled < size) throw new Error(`it ends ${size - filled} bytes early`);
  return bytes;
}

/** Adds the location in the archive to an error. An AppError is returned unchanged. */
function addLocation(error: unknown, after: string | undefined, within?: string): AppError {
  if (error instanceof AppError) return error;
  const location =
    within === undefined ? (after === undefined ? 'at its start' : `after ${after}`) : `in ${within}`;
  const reason = error instanceof Error ? error.message : String(error);
  const message = `The tar archive is damaged ${location}: ${reason.replace(/\.$/, '')}`;
  return new AppError('archive_invalid', message, { cause: error, details: { after, within } });
}
