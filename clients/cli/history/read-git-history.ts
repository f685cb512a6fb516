/** Reads which part of a repository's history is available: number of commits, date of the tip, and limitations. */

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createByteReader } from '../source/byte-reader.ts';
import type { GitTip } from '../source/pack-source.ts';
import { parseSeconds } from './read-commits.ts';
import { readGit, streamGit } from './run-history-git.ts';

export interface GitHistory {
  /** Number of commits reachable from the tip. */
  readonly commits: number;
  /** Milliseconds since 1970. */
  readonly tipCommittedAt: number;
  /** Commits whose parents are missing, as in a shallow clone. */
  readonly boundary: ReadonlySet<string>;
  /** Whether objects may be missing, as in a partial clone. */
  readonly isPartial: boolean;
}

const msPerSecond = 1000;
/** Settings of a partial clone, which fetches objects on demand. */
const promisorSettings = String.raw`^(extensions\.partialclone|remote\..*\.promisor)$`;

/** @returns undefined when git cannot read the history */
export async function readGitHistory(
  { folder, tip }: GitTip,
  signal: AbortSignal,
): Promise<GitHistory | undefined> {
  const [count, date] = await Promise.all([
    readGit(folder, ['rev-list', '--count', '--end-of-options', tip], signal),
    readGit(folder, ['show', '-s', '--format=%ct', '--end-of-options', tip], signal),
  ]);
  const [shallow, partial] = await Promise.all([
    readGit(folder, ['rev-parse', '--git-path', 'shallow'], signal),
    readGit(folder, ['config', '--get-regexp', promisorSettings], signal),
  ]);
  if (count.code !== 0 || date.code !== 0) return undefined;
  const list = await readFile(resolve(folder, shallow.output.toString().trim()), 'utf8').catch(() => '');
  return {
    commits: Number(count.output.toString()),
    tipCommittedAt: parseSeconds(date.output.toString()) * msPerSecond,
    boundary: new Set(list.split('\n').filter((id) => id !== '')),
    isPartial: partial.code === 0,
  };
}

interface CommitListing {
  /** Seconds since 1970; older commits are excluded. */
  readonly since: number | undefined;
  /** Maximum number of commits, newest first. */
  readonly max: number;
  readonly signal: AbortSignal;
}

/** Streams the ids of the commits reachable from the tip, newest first. */
export async function* listCommits({ folder, tip }: GitTip, listing: CommitListing): AsyncGenerator<string> {
  const git = streamGit(
    folder,
    ['rev-list', ...limitOptions(listing), '--end-of-options', tip],
    listing.signal,
  );
  git.stdin.end();
  const reader = createByteReader(git.stdout);
  try {
    for (let id = await reader.line(); id !== ''; id = await reader.line()) yield id;
    listing.signal.throwIfAborted();
  } finally {
    git.stop();
  }
}

export async function countCommits({ folder, tip }: GitTip, listing: CommitListing): Promise<number> {
  const args = ['rev-list', '--count', ...limitOptions(listing), '--end-of-options', tip];
  return Number((await readGit(folder, args, listing.signal)).output.toString());
}

function limitOptions({ since, max }: CommitListing): string[] {
  return [`--max-count=${max}`, ...(since === undefined ? [] : [`--since=@${since} +0000`])];
}

const maxNoteLength = 500;

export function describeLimitations({
  history,
  commitLimit,
  tooLarge,
  readError,
  tagError,
}: {
  readonly history: GitHistory;
  /** Maximum number of newest commits, if the history has more. */
  readonly commitLimit: number | undefined;
  /** Number of files too large for line history. */
  readonly tooLarge: number;
  /** Git's error message, if reading stopped early. */
  readonly readError: string | undefined;
  /** Git's error message, if it could not list the tags. */
  readonly tagError: string | undefined;
}): readonly string[] {
  const notes = [
    history.boundary.size > 0 &&
      'This is a shallow clone: lines older than its oldest commits have no commit. `git fetch --unshallow` fetches the older commits.',
    commitLimit !== undefined &&
      `The history exceeds the limit per version: only the newest ${commitLimit} commits and those that lines come from are stored.`,
    history.isPartial &&
      'This is a partial clone: the changed files of its commits are not listed, and lines whose objects are missing have no commit.',
    readError !== undefined &&
      `git could not read the whole history (${readError}): lines whose history is incomplete have no commit.`,
    tagError !== undefined &&
      `git could not list the tags (${tagError}): questions about versions use the tags of the previous upload, if any.`,
    tooLarge > 0 &&
      `${tooLarge === 1 ? 'One file is over 1 MB or 20,000 lines and has' : `${tooLarge} files are over 1 MB or 20,000 lines and have`} no line history.`,
  ];
  return notes.filter((note) => note !== false).map((note) => note.slice(0, maxNoteLength));
}
