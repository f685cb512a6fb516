/**
 * Commits with the files they changed, as they are handed over: one `git log` over the ids it is given. Lines are counted and
 * renames found by git; of a merge there are none.
 */

import { randomUUID } from 'node:crypto';
import type { ExportedCommit } from '../../../worker/contract/history-export.ts';
import { streamGit } from './history-git.ts';

export interface CommitReading {
  readonly folder: string;
  /** The folder the indexed paths begin at, ending in `/`; empty for the top. Files outside are counted, not named. */
  readonly prefix: string;
  /** Commits whose parents are not here: what they changed is not known. */
  readonly boundary: ReadonlySet<string>;
  /** Whether the changed files are to be read, which takes the objects of all of them. */
  readonly withFiles: boolean;
  readonly signal: AbortSignal;
}

/** As on the wire. */
const latestSecond = 253_402_300_799;
const maxMessageLength = 20_000;
const maxAuthorLength = 500;
const maxPathLength = 4_096;
const maxParents = 64;
const maxFiles = 1_000;
/** Length of the names told of one commit, so that one alone never fills a call. */
const maxPathsLength = 400_000;
/** Fields kept of one commit: files beyond are counted alone, so that a commit of millions is no more than others. */
const maxFields = 20_000;
/** Of one field between two NULs; of a longer message the beginning is kept. */
const maxFieldBytes = 200_000;

/** After the id. */
const fields = ['%P', '%at', '%ct', '%aN', '%B'];
const countsOfFile = /^\n?(\d+|-)\t(\d+|-)\t(.*)$/s;
const log = ['log', '--no-walk=unsorted', '--stdin', '-z', '--no-color'];
const listFiles = ['--numstat', '--find-renames', '--no-ext-diff', '--no-textconv', '--no-relative'];

/** @throws Error where git fails, with its words. */
export async function* readCommits(
  ids: readonly string[],
  reading: CommitReading,
): AsyncGenerator<ExportedCommit> {
  if (ids.length === 0) return;
  // A file may be called anything but this: it is another at every reading.
  const mark = randomUUID();
  const format = `--format=${mark}%H${fields.map((field) => `%x00${field}`).join('')}%x00`;
  const recordBegins = new RegExp(`^\\n?${mark}(?=[0-9a-f]{40,64}$)`);
  const git = streamGit(
    reading.folder,
    [...log, format, ...(reading.withFiles ? listFiles : ['--no-patch'])],
    reading.signal,
  );
  git.stdin.end(`${ids.join('\n')}\n`);
  try {
    let record: string[] = [];
    let unread = 0;
    for await (const field of fieldsOf(git.stdout)) {
      const isNext = recordBegins.test(field);
      if (isNext && record.length > fields.length) {
        yield commitOf(record, unread, reading);
        [record, unread] = [[], 0];
      }
      if (record.length < maxFields)
        record.push(record.length === 0 ? field.replace(recordBegins, '') : field);
      else if (countsOfFile.test(field)) unread++;
    }
    if (record.length > fields.length) yield commitOf(record, unread, reading);
    const { code, complaint } = await git.ended;
    reading.signal.throwIfAborted();
    if (code !== 0) throw new Error(complaint || `git ended with ${code}`);
  } finally {
    git.stop();
  }
}

/** What stands between NULs. */
async function* fieldsOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let held: Buffer[] = [];
  let bytes = 0;
  const hold = (piece: Buffer): void => {
    const kept = piece.subarray(0, Math.max(0, maxFieldBytes - bytes));
    if (kept.length > 0) held.push(kept);
    bytes += kept.length;
  };
  for await (const piece of stream) {
    let at = 0;
    for (let end = piece.indexOf(0); end >= 0; end = piece.indexOf(0, at)) {
      hold(piece.subarray(at, end));
      yield Buffer.concat(held).toString();
      held = [];
      bytes = 0;
      at = end + 1;
    }
    hold(piece.subarray(at));
  }
}

/** @param unread files beyond those in the record */
function commitOf(
  record: readonly string[],
  unread: number,
  { prefix, boundary }: CommitReading,
): ExportedCommit {
  const [id = '', parents = '', authoredAt, committedAt, author = '', message = ''] = record;
  const { files, more } = boundary.has(id)
    ? { files: [], more: -unread }
    : filesOf(record.slice(fields.length + 1), prefix);
  const text = message.trimEnd();
  const isCut = text.length > maxMessageLength;
  return {
    id,
    parents: parents
      .split(' ')
      .filter((parent) => parent !== '')
      .slice(0, maxParents),
    author: cut(author, maxAuthorLength),
    authoredAt: seconds(authoredAt),
    committedAt: seconds(committedAt),
    message: cut(text, maxMessageLength),
    ...(isCut ? { isCut } : {}),
    files,
    ...(more + unread > 0 ? { moreFiles: more + unread } : {}),
  };
}

/** `<added> <deleted> <path>` with tabs, or with an empty path and then two fields: what it was called before, and now. */
function filesOf(
  listed: readonly string[],
  prefix: string,
): { files: ExportedCommit['files']; more: number } {
  const files: ExportedCommit['files'] = [];
  let [more, length] = [0, 0];
  for (let at = 0; at < listed.length; at++) {
    const found = countsOfFile.exec(listed[at] ?? '');
    if (found === null) continue;
    const [, added = '-', deleted = '-', named = ''] = found;
    const oldName = named === '' ? listed[++at] : undefined;
    const path = named === '' ? (listed[++at] ?? '') : named;
    length += path.length + (oldName?.length ?? 0);
    const isNamed = path.startsWith(prefix) && path.length > prefix.length && path.length <= maxPathLength;
    if (!isNamed || files.length === maxFiles || length > maxPathsLength) {
      more++;
      continue;
    }
    const counts = [lines(added), lines(deleted)] as const;
    const own = path.slice(prefix.length);
    const old = oldName?.startsWith(prefix) === true ? oldName.slice(prefix.length) : oldName;
    const isRenamed = old !== undefined && old !== '' && old.length <= maxPathLength;
    files.push(isRenamed ? [own, ...counts, old] : [own, ...counts]);
  }
  return { files, more };
}

function lines(printed: string): number {
  return printed === '-' ? -1 : Number(printed);
}

/** git keeps any number for a date, the wire those that are one: what is beyond is told as the first or the last. */
export function seconds(printed: string | undefined): number {
  const value = Math.trunc(Number(printed ?? 0));
  return Number.isNaN(value) ? 0 : Math.min(Math.max(value, 0), latestSecond);
}

/** At most so long, and never half of a character. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}
