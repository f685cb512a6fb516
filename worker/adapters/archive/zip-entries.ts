/**
 * Reads the entries of a zip by its central directory. It buffers the directory, two windows of the file and the current entry. Entries that are not
 * read are not unpacked, but their declared size counts toward the limits.
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
  /** Receives the archive's comment, where `git archive` writes the commit. */
  readonly onComment: (comment: string) => void;
}

/** @throws AppError `archive_invalid` | `archive_unsafe` | `archive_bomb`. */
export async function* zipEntries({ size, read, budget, onComment }: ZipSource): AsyncGenerator<SourceEntry> {
  const file = new ZipFileReader({ size, read });
  const claims = createByteClaims();
  // `safePath` checks names, as it does for a tar.
  const reader = new ZipReader(file, { filenameValidation: 'tolerant' });
  const entries = reader.getEntriesGenerator();
  let previousPath: string | undefined;
  for (;;) {
    const { done, value } = await entries.next().catch((error: unknown) => {
      throw addLocation(error, previousPath === undefined ? '' : ` after ${previousPath}`);
    });
    if (done === true) break;
    budget.addEntry();
    budget.addBytes(value.uncompressedSize);
    const path = safePath(value.filename);
    previousPath = path;
    if (value.encrypted) throw addLocation(new Error('it is encrypted'), ` in ${path}`);
    if (path !== '') yield await toSourceEntry(value, path, () => readZipContent(value, file, claims));
  }
  onComment(new TextDecoder().decode(reader.comment));
}

async function toSourceEntry(
  entry: Entry,
  path: string,
  readContent: () => Promise<Uint8Array>,
): Promise<SourceEntry> {
  const kind = detectKind(entry);
  const read = async (maxBytes: number): Promise<Uint8Array | undefined> => {
    if (entry.directory || entry.uncompressedSize > maxBytes) return undefined;
    return readContent().catch((error: unknown) => {
      throw addLocation(error, ` in ${path}`);
    });
  };
  const target = kind === 'symlink' ? await read(maxLinkTargetBytes) : undefined;
  return {
    path,
    kind,
    size: entry.uncompressedSize,
    linkTarget: target && new TextDecoder().decode(target),
    specialKind: kind === 'special' ? detectSpecialKind(entry) : undefined,
    read,
  };
}

function detectKind(entry: Entry): SourceEntry['kind'] {
  if (entry.symlink) return 'symlink';
  if (entry.directory) return 'directory';
  return detectSpecialKind(entry) === undefined ? 'file' : 'special';
}

/** Unix tools store the mode in the upper half of the external attributes. */
function detectSpecialKind(entry: EntryMetaData): string | undefined {
  const type = (entry.externalFileAttributes >>> 16) & fileTypeMask;
  return type === regularFile ? undefined : specialKinds[type];
}

/** Adds the location in the archive to an error. An AppError is returned unchanged. */
function addLocation(error: unknown, location: string): AppError {
  if (error instanceof AppError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new AppError('archive_invalid', `The zip archive cannot be read${location}: ${reason}`, {
    cause: error,
  });
}
