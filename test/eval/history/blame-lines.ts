/** Runs `git blame` on lines, ignoring whitespace and following lines that move within their file. */

import { runGit } from '../../../clients/cli/source/run-git.ts';

interface BlamedCommit {
  readonly id: string;
  /** Committer time in seconds since 1970. */
  readonly time: number;
}

interface BlamedLines {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** @returns the distinct commits of the lines; empty if git fails */
export async function blameLines(
  folder: string,
  commit: string,
  { path, startLine, endLine }: BlamedLines,
  options: readonly string[] = ['-M'],
): Promise<BlamedCommit[]> {
  const args = ['blame', '-w', ...options, '--line-porcelain', '-L', `${startLine},${endLine}`];
  const { code, stdout } = await runGit(folder, [...args, commit, '--', path]);
  if (code !== 0) return [];
  const times = new Map<string, number>();
  let id = '';
  for (const line of stdout.split('\n')) {
    const head = /^([0-9a-f]{40,64}) \d+ \d+/.exec(line);
    if (head !== null) id = head[1] ?? '';
    const time = /^committer-time (\d+)/.exec(line);
    if (time !== null) times.set(id, Number(time[1]));
  }
  return [...times].map(([commitId, time]) => ({ id: commitId, time }));
}

export function findNewest(commits: readonly BlamedCommit[]): BlamedCommit | undefined {
  return commits.toSorted((a, b) => b.time - a.time)[0];
}
