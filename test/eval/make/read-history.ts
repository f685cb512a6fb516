/** Reads the commits of a repository in one pass over its log, newest first: message and touched files. */

import { CommandError } from '../../../clients/cli/command-error.ts';
import { runGit } from '../../../clients/cli/source/run-git.ts';

export interface Commit {
  readonly id: string;
  readonly parent: string;
  /** Seconds since 1970. */
  readonly time: number;
  readonly message: string;
  /** Files that exist before and after: git's `M`. */
  readonly modifiedFiles: readonly string[];
  /** Number of touched files. */
  readonly touchedCount: number;
}

/** Maximum number of commits to read. A set is made from the newest ones. */
const maxCommits = 6_000;
/** Longer messages are lists of squashed commits. */
const maxMessage = 4_000;

/** Reads commits and trees but no file contents, since a clone may lack some. Excludes merges. @throws CommandError if git fails */
export async function readHistory(folder: string): Promise<Commit[]> {
  const { code, stdout, stderr } = await runGit(folder, [
    '-c',
    'core.quotePath=false',
    'log',
    '--no-merges',
    '--no-renames',
    '--name-status',
    `--max-count=${maxCommits}`,
    '--format=%x01%H%x02%P%x02%ct%x02%B%x03',
    'HEAD',
  ]);
  if (code === 0) return stdout.split('\u0001').slice(1).flatMap(readCommit);
  throw new CommandError('usage', 'history_unreadable', {
    message: `The history in ${folder} cannot be read: ${stderr.trim().split('\n')[0] ?? ''}`,
    fix: 'Give a clone with its commits.',
  });
}

function readCommit(record: string): Commit[] {
  const [head = '', files = ''] = record.split('\u0003');
  const [id = '', parent = '', time = '', message = ''] = head.split('\u0002');
  if (parent === '' || parent.includes(' ')) return [];
  const lines = files.split('\n').filter((line) => line !== '');
  // Git quotes paths with unusual characters. No set needs them.
  const modified = lines.filter((line) => line.startsWith('M\t') && !line.startsWith('M\t"'));
  return [
    {
      id,
      parent,
      time: Number(time),
      message: message.slice(0, maxMessage),
      modifiedFiles: modified.map((line) => line.slice(2)),
      touchedCount: lines.length,
    },
  ];
}

/** Returns the ids of the commits after the given one, without merges. */
export async function listCommitsAfter(folder: string, commit: string): Promise<ReadonlySet<string>> {
  const { stdout } = await runGit(folder, ['rev-list', '--no-merges', `${commit}..HEAD`]);
  return new Set(stdout.split('\n').filter((line) => line !== ''));
}

/** Returns the newest main-line commit at or before a time. */
export async function findCommitBefore(folder: string, time: number): Promise<string | undefined> {
  const { code, stdout } = await runGit(folder, [
    'rev-list',
    '--first-parent',
    '--max-count=1',
    `--before=${time}`,
    'HEAD',
  ]);
  return code === 0 && stdout.trim() !== '' ? stdout.trim() : undefined;
}
