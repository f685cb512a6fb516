/** The commits of a repository in one pass over its log: what they say and which files they touch, newest first. */

import { CommandError } from '../../../clients/cli/command-error.ts';
import { runGit } from '../../../clients/cli/source/run-git.ts';

export interface Commit {
  readonly id: string;
  readonly parent: string;
  /** Seconds since 1970. */
  readonly time: number;
  readonly message: string;
  /** Files there before and after: git's `M`. */
  readonly modified: readonly string[];
  /** Files touched in any way. */
  readonly touched: number;
}

/** Commits read at most: a set is made from the newest. */
const maxCommits = 6_000;
/** Longer messages are squashed lists of others. */
const maxMessage = 4_000;

/** Trees alone are read, no content: a clone may lack some. Merges are left out. @throws CommandError when git fails. */
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
  // A path git puts in quotes holds characters no set needs.
  const modified = lines.filter((line) => line.startsWith('M\t') && !line.startsWith('M\t"'));
  return [
    {
      id,
      parent,
      time: Number(time),
      message: message.slice(0, maxMessage),
      modified: modified.map((line) => line.slice(2)),
      touched: lines.length,
    },
  ];
}

/** The ids of the commits that came after one. */
export async function commitsAfter(folder: string, commit: string): Promise<ReadonlySet<string>> {
  const { stdout } = await runGit(folder, ['rev-list', '--no-merges', `${commit}..HEAD`]);
  return new Set(stdout.split('\n').filter((line) => line !== ''));
}

/** The state of the main line at a time. */
export async function commitBefore(folder: string, time: number): Promise<string | undefined> {
  const { code, stdout } = await runGit(folder, [
    'rev-list',
    '--first-parent',
    '--max-count=1',
    `--before=${time}`,
    'HEAD',
  ]);
  return code === 0 && stdout.trim() !== '' ? stdout.trim() : undefined;
}
