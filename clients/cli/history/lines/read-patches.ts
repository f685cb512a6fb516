/**
 * Parses the output of `git log --patch` line by line and reports each change to a receiver. The counts in
 * a hunk's header decide which lines belong to the hunk, never their text.
 */

import { parseHeaderPath, unquotePath } from '../git-path.ts';

export interface FileChange {
  /** Byte strings. The old path is undefined for a new file, the new path for a deleted one. */
  readonly oldPath: string | undefined;
  readonly newPath: string | undefined;
  /** Object ids; undefined when only the name changed. */
  readonly oldBlob: string | undefined;
  readonly newBlob: string | undefined;
  /** Git prints no lines for the file. */
  readonly isBinary: boolean;
}

/** Replaces `oldCount` lines from `oldStart`. With a count of 0, the start is the line before the change. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
}

export interface PatchReceiver {
  file(change: FileChange): void;
  /**
   * @param heading byte string: the line above the hunk that git considers its heading; empty for none
   * @returns which lines of the hunk the receiver needs
   */
  hunk(hunk: Hunk, heading: string): { readonly removed: boolean; readonly added: boolean };
  removed(bytes: Buffer, start: number, end: number): void;
  added(bytes: Buffer, start: number, end: number): void;
  /** An unchanged line; there are none with `--unified=0`. */
  unchanged?(bytes: Buffer, start: number, end: number): void;
  /** Called after the last line of a hunk. */
  hunkEnd(): void;
}

export interface CommitHeader {
  readonly id: string;
  readonly parents: readonly string[];
}

/** The line that `git log` prints before each commit's patch. */
export const commitFormat = '--format=commit %H %P';

const minus = 45;
const space = 32;
const backslash = 92;
const letterC = 99;

export interface PatchReader {
  /** Parses the header line of the next commit; undefined for any other line. */
  header(bytes: Buffer, start: number, end: number): CommitHeader | undefined;
  readLine(bytes: Buffer, start: number, end: number): void;
  /** Ends the current commit. */
  end(): void;
}

interface FileHeader {
  header?: string | undefined;
  oldPath?: string | undefined;
  newPath?: string | undefined;
  blobs?: readonly string[] | undefined;
  isNew?: boolean;
  isDeleted?: boolean;
}

export function createPatchReader(receiver: PatchReceiver): PatchReader {
  let fileHeader: FileHeader | undefined;
  let removedLeft = 0;
  let addedLeft = 0;
  let requested = { removed: false, added: false };

  const emitFile = (isBinary: boolean): void => {
    if (fileHeader !== undefined) receiver.file(toFileChange(fileHeader, isBinary));
    fileHeader = undefined;
  };

  const beginHunk = (line: string): void => {
    emitFile(false);
    const parsed = parseHunk(line);
    if (parsed === undefined) return;
    const { hunk, heading } = parsed;
    removedLeft = hunk.oldCount;
    addedLeft = hunk.newCount;
    requested = receiver.hunk(hunk, heading);
  };

  const readHeader = (line: string): void => {
    if (line.startsWith('@@ ')) return beginHunk(line);
    if (line.startsWith('diff --git ')) {
      emitFile(false);
      fileHeader = { header: line.slice('diff --git '.length) };
    } else if (fileHeader === undefined) return;
    else if (line.startsWith('Binary files ')) emitFile(true);
    else readHeaderLine(fileHeader, line);
  };

  const readChange = (bytes: Buffer, start: number, end: number): void => {
    if (bytes[start] === minus) {
      removedLeft--;
      if (requested.removed) receiver.removed(bytes, start + 1, end);
    } else if (bytes[start] === space) {
      removedLeft--;
      addedLeft--;
      receiver.unchanged?.(bytes, start + 1, end);
    } else {
      addedLeft--;
      if (requested.added) receiver.added(bytes, start + 1, end);
    }
    if (removedLeft + addedLeft === 0) receiver.hunkEnd();
  };

  return {
    header: (bytes, start, end) => {
      if (removedLeft + addedLeft > 0 || bytes[start] !== letterC || end - start < 47) return undefined;
      const [word, id, ...parents] = bytes.toString('latin1', start, end).split(' ');
      if (word !== 'commit' || id === undefined) return undefined;
      return { id, parents: parents.filter((parent) => parent !== '') };
    },
    readLine: (bytes, start, end) => {
      if (bytes[start] === backslash) return;
      if (removedLeft + addedLeft > 0) readChange(bytes, start, end);
      else if (end > start) readHeader(bytes.toString('latin1', start, end));
    },
    end: () => emitFile(false),
  };
}

function toFileChange(fileHeader: FileHeader, isBinary: boolean): FileChange {
  const headerPath = fileHeader.header === undefined ? undefined : parseHeaderPath(fileHeader.header);
  const [oldBlob, newBlob] = fileHeader.blobs ?? [];
  return {
    oldPath: fileHeader.isNew === true ? undefined : (fileHeader.oldPath ?? headerPath),
    newPath: fileHeader.isDeleted === true ? undefined : (fileHeader.newPath ?? headerPath),
    oldBlob,
    newBlob,
    isBinary,
  };
}

function readHeaderLine(fileHeader: FileHeader, line: string): void {
  const valueAfter = (word: string): string | undefined =>
    line.startsWith(word) ? unquotePath(line.slice(word.length)) : undefined;
  if (line.startsWith('index ')) fileHeader.blobs = /^index ([0-9a-f]+)\.\.([0-9a-f]+)/.exec(line)?.slice(1);
  else if (line.startsWith('new file mode')) fileHeader.isNew = true;
  else if (line.startsWith('deleted file mode')) fileHeader.isDeleted = true;
  fileHeader.oldPath ??= valueAfter('rename from ') ?? withoutPrefix(valueAfter('--- '));
  fileHeader.newPath ??= valueAfter('rename to ') ?? withoutPrefix(valueAfter('+++ '));
}

function withoutPrefix(path: string | undefined): string | undefined {
  return path === undefined || path === '/dev/null' ? undefined : path.slice(2);
}

function parseHunk(line: string): { readonly hunk: Hunk; readonly heading: string } | undefined {
  const match = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/.exec(line);
  if (match === null) return undefined;
  const [, oldStart, oldCount = '1', newStart, newCount = '1', heading = ''] = match;
  const hunk = {
    oldStart: Number(oldStart),
    oldCount: Number(oldCount),
    newStart: Number(newStart),
    newCount: Number(newCount),
  };
  return { hunk, heading };
}
