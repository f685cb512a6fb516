/**
 * The entries of a tar, from its bytes as a stream. Holds the entry being read, no more than the caller's limit of it,
 * and at most two megabytes on their way through the decoder.
 */

import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { AppError } from '../../core/errors.ts';
import type { SourceEntry } from '../../ports/repository-source.ts';
import { createByteReader } from './byte-reader.ts';
import { safePath } from './safe-path.ts';
import { tarBlocks, createTurnstile } from './tar-blocks.ts';
import type { UnpackingBudget } from './unpacking-budget.ts';

/** Type flags of POSIX and GNU that are neither file, directory nor symbolic link; what is in none of these is a file. */
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
  /** Told the comment of the archive's global header, where `git archive` puts the commit. */
  readonly onComment: (comment: string) => void;
  /** Files that nobody asks for, by their paths in the tar: some of them may still be given out. */
  readonly isUnwanted?: (path: string) => boolean;
}

/** @throws AppError `archive_invalid` | `archive_unsafe` | `archive_bomb`. */
export async function* tarEntries({
  bytes,
  budget,
  onComment,
  isUnwanted = () => false,
}: TarSource): AsyncGenerator<SourceEntry> {
  const typeFlags: string[] = [];
  const chunks = bytes[Symbol.asyncIterator]();
  const turnstile = createTurnstile();
  const isPassedOver = (path: string): boolean => {
    const isOver = isUnwanted(path);
    if (isOver) budget.addEntry();
    return isOver;
  };
  const blocks = tarBlocks({ source: createByteReader(chunks), turnstile, typeFlags, isPassedOver });
  const reader = toStream(blocks)
    .pipeThrough(createTarDecoder({ strict: true }))
    .getReader();
  let after: string | undefined;
  try {
    for (;;) {
      turnstile.open();
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw explain(error, after);
      });
      if (done) return;
      budget.addEntry();
      if (value.header.pax?.comment !== undefined) onComment(value.header.pax.comment);
      const entry = toSourceEntry(value, typeFlags.shift() ?? '0', after);
      if (entry.path !== '') yield entry;
      after = entry.path;
      // An entry that was not read, or not to its end, holds up the stream until it is let go.
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
  after: string | undefined,
): SourceEntry {
  const pax = header.pax ?? {};
  // pax keeps a sparse file's holes apart from its name's own header.
  const sparse = 'GNU.sparse.major' in pax || 'GNU.sparse.map' in pax;
  const specialKind = sparse ? 'sparse file' : specialKinds[typeFlag];
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
        throw explain(error, after, path);
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

/** Says where in the archive something went wrong; an error that has its code already stays as it is. */
function explain(error: unknown, after: string | undefined, within?: string): AppError {
  if (error instanceof AppError) return error;
  const place =
    within === undefined ? (after === undefined ? 'at its start' : `after ${after}`) : `in ${within}`;
  const found = error instanceof Error ? error.message : String(error);
  const message = `The tar archive is damaged ${place}: ${found.replace(/\.$/, '')}`;
  return new AppError('archive_invalid', message, { cause: error, details: { after, within } });
}
