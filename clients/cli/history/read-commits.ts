/**
 * Reads commits with their changed files, using one `git log` for a list of ids. Git counts the lines and detects
 * renames; merges have no files.
 */

import { randomUUID } from 'node:crypto';
import type { ExportedCommit } from '../../../worker/contract/history/import-schema.ts';
import { readEachCommit } from './read-each-commit.ts';
import { streamGit } from './run-history-git.ts';

export interface CommitReading {
  readonly folder: string;
  /**
   * The folder that indexed paths are relative to, ending in `/`; empty for the root. Files outside it are only counted.
   */
  readonly prefix: string;
  /** Commits whose parents are missing, so their changes are unknown. */
  readonly boundary: ReadonlySet<string>;
  /** Whether to read the changed files, which requires all their objects. */
  readonly withFiles: boolean;
  readonly signal: AbortSignal;
}

/** Limits of the wire format. */
const maxUnixSeconds = 253_402_300_799;
const maxMessageLength = 20_000;
const maxAuthorLength = 500;
const maxPathLength = 4_096;
const maxParents = 64;
const maxFiles = 1_000;
/** Maximum total length of one commit's paths, so that no single commit fills a request. */
const maxPathsLength = 400_000;
/** Maximum fields of one commit. Further files are only counted, which bounds memory for huge commits. */
const maxFields = 20_000;
/** Maximum size of one NUL-separated field; longer messages are truncated. */
const maxFieldBytes = 200_000;

/** Format placeholders of the fields after the id. */
const fields = ['%P', '%at', '%ct', '%aN', '%B'];
const fileCountsPattern = /^\n?(\d+|-)\t(\d+|-)\t(.*)$/s;
const logCommand = ['log', '--no-walk=unsorted', '--stdin', '-z', '--no-color'];
const listFilesOptions = ['--numstat', '--find-renames', '--no-ext-diff', '--no-textconv', '--no-relative'];

/**
 * Commits whose changes cannot be read, because the clone lacks objects, have no files.
 * @throws Error with git's message when git fails
 */
export function readCommits(ids: readonly string[], reading: CommitReading): AsyncGenerator<ExportedCommit> {
  return readEachCommit(
    ids,
    (next) => runLog(next, reading),
    (id) => runLog([id], { ...reading, withFiles: false }),
  );
}

async function* runLog(ids: readonly string[], reading: CommitReading): AsyncGenerator<ExportedCommit> {
  // A random marker starts each record, since file names may contain any other text.
  const recordMark = randomUUID();
  const format = `--format=${recordMark}%H${fields.map((field) => `%x00${field}`).join('')}%x00`;
  const recordStartPattern = new RegExp(`^\\n?${recordMark}(?=[0-9a-f]{40,64}$)`);
  const git = streamGit(
    reading.folder,
    [...logCommand, format, ...(reading.withFiles ? listFilesOptions : ['--no-patch'])],
    reading.signal,
  );
  git.stdin.end(`${ids.join('\n')}\n`);
  try {
    let record: string[] = [];
    let unreadFiles = 0;
    for await (const field of splitFields(git.stdout)) {
      const isRecordStart = recordStartPattern.test(field);
      if (isRecordStart && record.length > fields.length) {
        yield parseCommit(record, unreadFiles, reading);
        [record, unreadFiles] = [[], 0];
      }
      if (record.length < maxFields)
        record.push(record.length === 0 ? field.replace(recordStartPattern, '') : field);
      else if (fileCountsPattern.test(field)) unreadFiles++;
    }
    const { code, errorLine } = await git.ended;
    reading.signal.throwIfAborted();
    // The last record of a failed run is incomplete.
    if (code !== 0) throw new Error(errorLine || `git exited with code ${code}`);
    if (record.length > fields.length) yield parseCommit(record, unreadFiles, reading);
  } finally {
    git.stop();
  }
}

/** Splits a stream into its NUL-separated fields. */
async function* splitFields(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let pieces: Buffer[] = [];
  let bytes = 0;
  const append = (piece: Buffer): void => {
    const fitting = piece.subarray(0, Math.max(0, maxFieldBytes - bytes));
    if (fitting.length > 0) pieces.push(fitting);
    bytes += fitting.length;
  };
  for await (const piece of stream) {
    let at = 0;
    for (let end = piece.indexOf(0); end >= 0; end = piece.indexOf(0, at)) {
      append(piece.subarray(at, end));
      yield Buffer.concat(pieces).toString();
      pieces = [];
      bytes = 0;
      at = end + 1;
    }
    append(piece.subarray(at));
  }
}

/** @param unreadFiles number of files beyond those in the record */
function parseCommit(
  record: readonly string[],
  unreadFiles: number,
  { prefix, boundary }: CommitReading,
): ExportedCommit {
  const [id = '', parents = '', authoredAt, committedAt, author = '', message = ''] = record;
  const { files, unlisted } = boundary.has(id)
    ? { files: [], unlisted: -unreadFiles }
    : parseFiles(record.slice(fields.length + 1), prefix);
  const text = message.trimEnd();
  const isCut = text.length > maxMessageLength;
  return {
    id,
    parents: parents
      .split(' ')
      .filter((parent) => parent !== '')
      .slice(0, maxParents),
    author: truncate(author, maxAuthorLength),
    authoredAt: parseSeconds(authoredAt),
    committedAt: parseSeconds(committedAt),
    message: truncate(text, maxMessageLength),
    ...(isCut ? { isCut } : {}),
    files,
    ...(unlisted + unreadFiles > 0 ? { moreFiles: unlisted + unreadFiles } : {}),
  };
}

/**
 * Each entry is `<added> <deleted> <path>` with tabs. A rename has an empty path, followed by two fields: the old and
 * the new path.
 */
function parseFiles(
  listed: readonly string[],
  prefix: string,
): { files: ExportedCommit['files']; unlisted: number } {
  const files: ExportedCommit['files'] = [];
  let [unlisted, length] = [0, 0];
  for (let at = 0; at < listed.length; at++) {
    const match = fileCountsPattern.exec(listed[at] ?? '');
    if (match === null) continue;
    const [, added = '-', deleted = '-', pathField = ''] = match;
    const oldName = pathField === '' ? listed[++at] : undefined;
    const path = pathField === '' ? (listed[++at] ?? '') : pathField;
    length += path.length + (oldName?.length ?? 0);
    const isListed = path.startsWith(prefix) && path.length > prefix.length && path.length <= maxPathLength;
    if (!isListed || files.length === maxFiles || length > maxPathsLength) {
      unlisted++;
      continue;
    }
    const counts = [parseLineCount(added), parseLineCount(deleted)] as const;
    const indexedPath = path.slice(prefix.length);
    const old = oldName?.startsWith(prefix) === true ? oldName.slice(prefix.length) : oldName;
    const isRenamed = old !== undefined && old !== '' && old.length <= maxPathLength;
    files.push(isRenamed ? [indexedPath, ...counts, old] : [indexedPath, ...counts]);
  }
  return { files, unlisted };
}

function parseLineCount(printed: string): number {
  return printed === '-' ? -1 : Number(printed);
}

/** Git accepts any number as a date; values outside the wire format's range are clamped. */
export function parseSeconds(printed: string | undefined): number {
  const value = Math.trunc(Number(printed ?? 0));
  return Number.isNaN(value) ? 0 : Math.min(Math.max(value, 0), maxUnixSeconds);
}

/** Truncates without splitting a surrogate pair. */
function truncate(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}
