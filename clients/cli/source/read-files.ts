/**
 * Reads files of a folder as entries to pack. Each file is opened once and never through a symlink, so all packed
 * content lies in the folder. Deleted files are ignored; unreadable ones are skipped with a reason.
 */

import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { SkippedEntry, PackEntry } from './pack-source.ts';

/** Larger files are streamed instead of read whole. */
const maxBufferedBytes = 4 * 1024 * 1024;
const padding = new Uint8Array(64 * 1024);

/** @param paths relative to `root`, in packing order */
export function* readFiles(
  root: string,
  paths: Iterable<string>,
  skipped: SkippedEntry[],
): Generator<PackEntry> {
  const isOwnFolder = createFolderCheck(root);
  for (const path of paths) {
    const entry = path.includes('\uFFFD')
      ? unreadableReason('its name is not UTF-8')
      : ignoreMissing(() => (isOwnFolder(dirname(path)) ? readEntry(root, path) : undefined));
    if (entry === undefined) continue;
    if ('reason' in entry) skipped.push({ path, ...entry });
    else yield entry;
  }
}

type SkipReason = Omit<SkippedEntry, 'path'>;

function unreadableReason(detail: string): SkipReason {
  return { reason: 'unreadable', detail };
}

/** Checks that a folder's path contains no symlink. */
function createFolderCheck(root: string): (folder: string) => boolean {
  const realRoot = realpathSync(root);
  const results = new Map<string, boolean>();
  return (folder) => {
    const isOwn = results.get(folder) ?? realpathSync(join(root, folder)) === join(realRoot, folder);
    results.set(folder, isOwn);
    return isOwn;
  };
}

/** @returns the entry, the reason to skip it, or undefined when the file no longer exists */
function readEntry(root: string, path: string): PackEntry | SkipReason | undefined {
  const location = join(root, path);
  const stats = lstatSync(location);
  if (stats.isSymbolicLink()) return symlinkEntry(path, readlinkSync(location));
  if (stats.isDirectory()) return { reason: 'special-entry', detail: 'a repository of its own' };
  if (!stats.isFile()) return { reason: 'special-entry', detail: 'neither a file nor a symlink' };
  const handle = openSync(location, constants.O_RDONLY | constants.O_NOFOLLOW);
  const { size, mode } = fstatSync(handle);
  if (size > maxBufferedBytes)
    return fileEntry({ path, size, mode, content: () => readExactly(size, handle) });
  const bytes = readFileSync(handle);
  closeSync(handle);
  return fileEntry({ path, size: bytes.length, mode, content: () => yieldOnce(bytes) });
}

export function symlinkEntry(path: string, linkTarget: string): PackEntry {
  return {
    path,
    kind: 'symlink',
    size: 0,
    isExecutable: false,
    linkTarget,
    content: () => yieldOnce(undefined),
  };
}

export function fileEntry(file: {
  path: string;
  size: number;
  mode: number;
  content: () => AsyncIterable<Uint8Array>;
}): PackEntry {
  const { path, size, content } = file;
  return {
    path,
    kind: 'file',
    size,
    isExecutable: (file.mode & 0o111) !== 0,
    linkTarget: undefined,
    content,
  };
}

async function* yieldOnce(bytes: Uint8Array | undefined): AsyncGenerator<Uint8Array> {
  if (bytes !== undefined && bytes.length > 0) yield bytes;
}

/** Reads `size` bytes of an open file and closes it. Zeros replace bytes that were truncated since the file was opened. */
async function* readExactly(size: number, handle: number): AsyncGenerator<Uint8Array> {
  let remaining = size;
  for await (const piece of createReadStream('', { fd: handle, start: 0, end: size - 1 })) {
    if (!(piece instanceof Uint8Array)) continue;
    remaining -= piece.length;
    yield piece;
  }
  for (; remaining > 0; remaining -= Math.min(remaining, padding.length))
    yield padding.subarray(0, Math.min(remaining, padding.length));
}

function ignoreMissing(read: () => PackEntry | SkipReason | undefined): PackEntry | SkipReason | undefined {
  try {
    return read();
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    return unreadableReason(thrown instanceof Error ? `cannot be read: ${thrown.message}` : String(thrown));
  }
}
