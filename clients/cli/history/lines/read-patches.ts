/**
 * Parses `git log --patch --unified=0` line by line and reports to a receiver. Lines of a hunk are recognized by the
 * counts in its header, never by their text.
 */

import { pathOfHeader, unquotePath } from '../git-path.ts';

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
  /** @returns which of its lines the receiver needs */
  hunk(hunk: Hunk): { readonly removed: boolean; readonly added: boolean };
  removed(bytes: Buffer, start: number, end: number): void;
  added(bytes: Buffer, start: number, end: number): void;
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
const backslash = 92;
const c = 99;

export interface PatchReader {
  /** Parses the header line of the next commit; undefined for any other line. */
  header(bytes: Buffer, start: number, end: number): CommitHeader | undefined;
  take(bytes: Buffer, start: number, end: number): void;
  /** Ends the current commit. */
  end(): void;
}

interface FileHeader {
  header?: string | undefined;
  oldPath?: string | undefined;
  newPath?: string | undefined;
  blobs?: readonly string[] | undefined;
  isNew?: boolean;
  isGone?: boolean;
}

export function createPatchReader(receiver: PatchReceiver): PatchReader {
  let names: FileHeader | undefined;
  let removedLeft = 0;
  let addedLeft = 0;
  let requested = { removed: false, added: false };

  const emitFile = (isBinary: boolean): void => {
    if (names === undefined) return;
    const same = names.header === undefined ? undefined : pathOfHeader(names.header);
    const [oldBlob, newBlob] = names.blobs ?? [];
    receiver.file({
      oldPath: names.isNew === true ? undefined : (names.oldPath ?? same),
      newPath: names.isGone === true ? undefined : (names.newPath ?? same),
      oldBlob,
      newBlob,
      isBinary,
    });
    names = undefined;
  };

  const beginHunk = (line: string): void => {
    emitFile(false);
    const hunk = parseHunk(line);
    if (hunk === undefined) return;
    removedLeft = hunk.oldCount;
    addedLeft = hunk.newCount;
    requested = receiver.hunk(hunk);
  };

  const takeHeader = (line: string): void => {
    if (line.startsWith('@@ ')) return beginHunk(line);
    if (line.startsWith('diff --git ')) {
      emitFile(false);
      names = { header: line.slice('diff --git '.length) };
    } else if (names === undefined) return;
    else if (line.startsWith('Binary files ')) emitFile(true);
    else readHeaderLine(names, line);
  };

  const takeChange = (bytes: Buffer, start: number, end: number): void => {
    if (bytes[start] === minus) {
      removedLeft--;
      if (requested.removed) receiver.removed(bytes, start + 1, end);
    } else {
      addedLeft--;
      if (requested.added) receiver.added(bytes, start + 1, end);
    }
    if (removedLeft + addedLeft === 0) receiver.hunkEnd();
  };

  return {
    header: (bytes, start, end) => {
      if (removedLeft + addedLeft > 0 || bytes[start] !== c || end - start < 47) return undefined;
      const [word, id, ...parents] = bytes.toString('latin1', start, end).split(' ');
      if (word !== 'commit' || id === undefined) return undefined;
      return { id, parents: parents.filter((parent) => parent !== '') };
    },
    take: (bytes, start, end) => {
      if (bytes[start] === backslash) return;
      if (removedLeft + addedLeft > 0) takeChange(bytes, start, end);
      else if (end > start) takeHeader(bytes.toString('latin1', start, end));
    },
    end: () => emitFile(false),
  };
}

function readHeaderLine(names: FileHeader, line: string): void {
  const after = (word: string): string | undefined =>
    line.startsWith(word) ? unquotePath(line.slice(word.length)) : undefined;
  if (line.startsWith('index ')) names.blobs = /^index ([0-9a-f]+)\.\.([0-9a-f]+)/.exec(line)?.slice(1);
  else if (line.startsWith('new file mode')) names.isNew = true;
  else if (line.startsWith('deleted file mode')) names.isGone = true;
  names.oldPath ??= after('rename from ') ?? withoutPrefix(after('--- '));
  names.newPath ??= after('rename to ') ?? withoutPrefix(after('+++ '));
}

function withoutPrefix(path: string | undefined): string | undefined {
  return path === undefined || path === '/dev/null' ? undefined : path.slice(2);
}

function parseHunk(line: string): Hunk | undefined {
  const found = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
  if (found === null) return undefined;
  const [, oldStart, oldCount = '1', newStart, newCount = '1'] = found;
  return {
    oldStart: Number(oldStart),
    oldCount: Number(oldCount),
    newStart: Number(newStart),
    newCount: Number(newCount),
  };
}
