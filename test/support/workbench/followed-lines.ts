/** Describes the history of every line of a test's repository as text that a test can compare. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { followLines } from '../../../clients/cli/history/lines/follow-lines.ts';
import type { FollowedLines } from '../../../clients/cli/history/lines/follow-lines.ts';
import { readIgnoredCommits } from '../../../clients/cli/history/ignored-commits.ts';
import { toByteString, fromByteString } from '../../../clients/cli/history/git-path.ts';
import { readGitHistory } from '../../../clients/cli/history/read-git-history.ts';
import { git } from '../files/git.ts';

const stepNames = ['added', 'edited', 'moved', 'renamed'];

/** Follows the lines of files in the work tree. @returns the followed lines, and a description of each line's history by file */
export async function followFiles(
  folder: string,
  paths: readonly string[],
): Promise<FollowedLines & { readonly lineHistories: Readonly<Record<string, readonly string[]>> }> {
  const { signal } = new AbortController();
  const tip = git(folder, 'rev-parse', 'HEAD');
  const history = await readGitHistory({ folder, tip, prefix: '', isWorkTree: true }, signal);
  const files = paths.map((path) => ({ path: toByteString(path), lines: countLines(join(folder, path)) }));
  const followed = await followLines({
    folder,
    tip,
    isWorkTree: true,
    files,
    boundary: history?.boundary ?? new Set(),
    ignored: await readIgnoredCommits(folder, tip, signal),
    signal,
  });
  const subjects = readSubjects(folder);
  const lineHistories: Record<string, readonly string[]> = {};
  let firstLine = 0;
  for (const [index, path] of paths.entries()) {
    const count = files[index]?.lines ?? 0;
    lineHistories[path] = Array.from({ length: count }, (_, line) =>
      describeLine(followed, firstLine + line, { path, subjects }),
    );
    firstLine += count;
  }
  return { ...followed, lineHistories };
}

/** Describes each line's history, latest change first: `edited Second < added First (old.txt)`. */
export async function describeLineHistories(folder: string, path: string): Promise<readonly string[]> {
  return (await followFiles(folder, [path])).lineHistories[path] ?? [];
}

function describeLine(
  { ledger, commits, paths }: FollowedLines,
  line: number,
  target: { path: string; subjects: ReadonlyMap<string, string> },
): string {
  const steps = ledger.lineSteps(line).map(({ commit, code, path }) => {
    const pathAtStep = fromByteString(paths[path] ?? '');
    const subject = target.subjects.get(commits[commit] ?? '') ?? 'unknown';
    return `${stepNames[code] ?? ''} ${subject}${pathAtStep === target.path ? '' : ` (${pathAtStep})`}`;
  });
  return steps.join(' < ');
}

function readSubjects(folder: string): ReadonlyMap<string, string> {
  const rows = git(folder, 'log', '--all', '--format=%H %s').split('\n');
  return new Map(rows.map((row) => [row.slice(0, row.indexOf(' ')), row.slice(row.indexOf(' ') + 1)]));
}

function countLines(file: string): number {
  const text = readFileSync(file, 'latin1');
  return text.split('\n').length - (text === '' || text.endsWith('\n') ? 1 : 0);
}
