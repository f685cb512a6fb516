/** What of a repository's history is here: where it lies, how many commits there are, what is cut off. */

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { GitTip } from '../source/pack-source.ts';
import { createByteReader } from '../source/byte-reader.ts';
import { readGit, streamGit } from './history-git.ts';
import { seconds } from './read-commits.ts';

export interface KnownHistory {
  /** Commits reached from the tip. */
  readonly commits: number;
  /** Milliseconds since 1970. */
  readonly tipCommittedAt: number;
  /** Commits whose parents are not here, as a shallow clone has. */
  readonly boundary: ReadonlySet<string>;
  /** Whether objects may be missing: a clone that fetches them when asked for. */
  readonly isPartial: boolean;
}

const msPerSecond = 1000;
/** Settings of a clone that fetches objects when they are asked for. */
const promised = String.raw`^(extensions\.partialclone|remote\..*\.promisor)$`;

/** Undefined where git cannot read it. */
export async function knownHistory(
  { folder, tip }: GitTip,
  signal: AbortSignal,
): Promise<KnownHistory | undefined> {
  const [count, date] = await Promise.all([
    readGit(folder, ['rev-list', '--count', '--end-of-options', tip], signal),
    readGit(folder, ['show', '-s', '--format=%ct', '--end-of-options', tip], signal),
  ]);
  const [shallow, partial] = await Promise.all([
    readGit(folder, ['rev-parse', '--git-path', 'shallow'], signal),
    readGit(folder, ['config', '--get-regexp', promised], signal),
  ]);
  if (count.code !== 0 || date.code !== 0) return undefined;
  const list = await readFile(resolve(folder, shallow.output.toString().trim()), 'utf8').catch(() => '');
  return {
    commits: Number(count.output.toString()),
    tipCommittedAt: seconds(date.output.toString()) * msPerSecond,
    boundary: new Set(list.split('\n').filter((id) => id !== '')),
    isPartial: partial.code === 0,
  };
}

interface CommitListing {
  /** Seconds since 1970; commits before it are left out. */
  readonly since: number | undefined;
  /** The newest of them, and no more. */
  readonly max: number;
  readonly signal: AbortSignal;
}

/** Ids of the commits reached from the tip, the newest first, as git finds them. */
export async function* listCommits({ folder, tip }: GitTip, listing: CommitListing): AsyncGenerator<string> {
  const git = streamGit(folder, ['rev-list', ...limit(listing), '--end-of-options', tip], listing.signal);
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
  const asked = ['rev-list', '--count', ...limit(listing), '--end-of-options', tip];
  return Number((await readGit(folder, asked, listing.signal)).output.toString());
}

function limit({ since, max }: CommitListing): string[] {
  return [`--max-count=${max}`, ...(since === undefined ? [] : [`--since=@${since} +0000`])];
}
