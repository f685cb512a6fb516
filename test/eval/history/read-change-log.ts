/** Reads the commits of a history with their subjects and files, and finds the pull requests of commits. */

import { CommandError } from '../../../clients/cli/command-error.ts';
import { runGit } from '../../../clients/cli/source/run-git.ts';

export interface LoggedCommit {
  readonly id: string;
  readonly subject: string;
  readonly files: readonly string[];
}

/** Reads all commits except merges, newest first. @throws CommandError if git fails */
export async function readChangeLog(folder: string, commit: string): Promise<readonly LoggedCommit[]> {
  const { code, stdout, stderr } = await runGit(folder, [
    '-c',
    'core.quotePath=false',
    'log',
    '--no-merges',
    '--no-renames',
    '--name-only',
    '--format=%x01%H%x02%s',
    commit,
  ]);
  if (code !== 0)
    throw new CommandError('usage', 'history_unreadable', {
      message: `The history in ${folder} cannot be read: ${stderr.trim().split('\n')[0] ?? ''}`,
      fix: 'Give a clone with its commits.',
    });
  return stdout
    .split('\u0001')
    .slice(1)
    .map((record) => {
      const [head = '', ...files] = record.split('\n');
      const [id = '', subject = ''] = head.split('\u0002');
      return { id, subject, files: files.filter((path) => path !== '') };
    });
}

/** Returns pull request numbers by commit, from the subject of the commit or of the merge that brought it to the main line. */
export async function findPullRequests(
  folder: string,
  tip: string,
  commits: readonly Pick<LoggedCommit, 'id' | 'subject'>[],
): Promise<ReadonlyMap<string, number>> {
  const { stdout } = await runGit(folder, ['log', '--first-parent', '--format=%H %s', tip]);
  const mainLine = new Map(stdout.split('\n').map((line) => [line.slice(0, 40), line.slice(41)]));
  const numbers = new Map<string, number>();
  for (const { id, subject } of commits) {
    const ownNumber = readNumber(subject);
    const merge =
      ownNumber === undefined && !mainLine.has(id)
        ? await findMergeSubject(folder, id, tip, mainLine)
        : undefined;
    const number = ownNumber ?? readNumber(merge ?? '');
    if (number !== undefined) numbers.set(id, number);
  }
  return numbers;
}

/** Returns the subject of the oldest main-line commit that descends from the given one. */
async function findMergeSubject(
  folder: string,
  id: string,
  tip: string,
  mainLine: ReadonlyMap<string, string>,
): Promise<string | undefined> {
  const args = ['rev-list', '--ancestry-path', '--topo-order', '--reverse', `${id}..${tip}`];
  const { stdout } = await runGit(folder, args);
  const merge = stdout.split('\n').find((descendant) => mainLine.has(descendant));
  return merge === undefined ? undefined : mainLine.get(merge);
}

function readNumber(subject: string): number | undefined {
  const number =
    /\(#(\d{1,7})\)\s*$/.exec(subject)?.[1] ?? /^Merge pull request #(\d{1,7})\b/.exec(subject)?.[1];
  return number === undefined ? undefined : Number(number);
}
