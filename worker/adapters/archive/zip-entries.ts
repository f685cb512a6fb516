/**
 * The entries of a zip, by its directory. Holds the directory, two windows of the file and the entry being read. Entries
 * that are not asked for are not unpacked; what they declare counts as unpacked all the same.
 */

import { ZipReader, type Entry, type EntryMetaData } from '@zip.js/zip.js/lib/zip-core-native.js';
import { AppError } from '../../core/errors.ts';
import type { SourceEntry } from '../../ports/repository-source.ts';
import { createByteClaims, readZipContent } from './zip-content.ts';
import { safePath } from './safe-path.ts';
import type { UnpackingBudget } from './unpacking-budget.ts';
import { ZipFileReader, type StoredFile } from './zip-file-reader.ts';

/** The file type bits of a Unix mode; see inode(7). */
const fileTypeMask = 0o170000;
const regularFile = 0o100000;
const specialKinds: Readonly<Record<number, string>> = {
  [0o010000]: 'named pipe',
  [0o020000]: 'character device',
  [0o060000]: 'block device',
  [0o140000]: 'socket',
};
const maxLinkTargetBytes = 4096;

interface ZipSource extends StoredFile {
  readonly budget: UnpackingBudget;
  /** Told the archive's comment, where `git archive` puts the commit. */
  readonly onComment: (comment: string) => void;
}

/** @throws AppError `archive_invalid` | `archive_unsafe` | `archive_bomb`. */
export async function* zipEntries({ size, read, budget, onComment }: ZipSource): AsyncGenerator<SourceEntry> {
  const file = new ZipFileReader({ size, read });
  const claims = createByteClaims();
  // Paths are judged by the same rules as a tar's.
  const reader = new ZipReader(file, { filenameValidation: 'tolerant' });
  const entries = reader.getEntriesGenerator();
  let after: string | undefined;
  for (;;) {
    const { done, value } = await entries.next().catch((error: unknown) => {
      throw explain(error, after === undefined ? '' : ` after ${after}`);
    });
    if (done === true) break;
    budget.addEntry();
    budget.addBytes(value.uncompressedSize);
    const path = safePath(value.filename);
    after = path;
    if (value.encrypted) throw explain(new Error('it is encrypted'), ` in ${path}`);
    if (path !== '') yield await toSourceEntry(value, path, () => readZipContent(value, file, claims));
  }
  onComment(new TextDecoder().decode(reader.comment));
}

async function toSourceEntry(
  entry: Entry,
  path: string,
  readContent: () => Promise<Uint8Array>,
): Promise<SourceEntry> {
  const kind = kindOf(entry);
  const read = async (maxBytes: number): Promise<Uint8Array | undefined> => {
    if (entry.directory || entry.uncompressedSize > maxBytes) return undefined;
    return readContent().catch((error: unknown) => {
      throw explain(error, ` in ${path}`);
    });
  };
  const target = kind === 'symlink' ? await read(maxLinkTargetBytes) : undefined;
  return {
    path,
    kind,
    size: entry.uncompressedSize,
    linkTarget: target && new TextDecoder().decode(target),
    specialKind: kind === 'special' ? specialKindOf(entry) : undefined,
    read,
  };
}

function kindOf(entry: Entry): SourceEntry['kind'] {
  if (entry.symlink) return 'symlink';
  if (entry.directory) return 'directory';
  return specialKindOf(entry) === undefined ? 'file' : 'special';
}

/** The mode stands in the upper half of the external attributes when a Unix tool made the entry. */
function specialKindOf(entry: EntryMetaData): string | undefined {
  const type = (entry.externalFileAttributes >>> 16) & fileTypeMask;
  return type === regularFile ? undefined : specialKinds[type];
}

/** Says where in the archive something went wrong; an error that has its code already stays as it is. */
function explain(error: unknown, place: string): AppError {
  if (error instanceof AppError) return error;
  const found = error instanceof Error ? error.message : String(error);
  return new AppError('archive_invalid', `The zip archive cannot be read${place}: ${found}`, {
    cause: error,
  });
}
