/**
 * Commits that only reformat, by the lists git's own blame is given: `.git-blame-ignore-revs` at the top of the tree, and the file
 * the setting `blame.ignoreRevsFile` names.
 */

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readGit } from './history-git.ts';

const usualName = '.git-blame-ignore-revs';
/** Of such a list: a repository has been reformatted a few dozen times. */
const maxBytes = 1_000_000;

export async function ignoredCommits(
  folder: string,
  tip: string,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const [inTree, set, top] = await Promise.all([
    readGit(folder, ['cat-file', 'blob', `${tip}:${usualName}`], signal),
    readGit(folder, ['config', '--get', '--type=path', 'blame.ignoreRevsFile'], signal),
    readGit(folder, ['rev-parse', '--show-toplevel'], signal),
  ]);
  const name = set.code === 0 ? set.output.toString().trim() : '';
  const base = top.code === 0 ? top.output.toString().trim() : folder;
  const ofSetting = name === '' ? '' : await readFile(resolve(base, name), 'utf8').catch(() => '');
  const lists = [inTree.code === 0 ? inTree.output.toString() : '', ofSetting];
  return new Set(
    lists
      .flatMap((list) => list.slice(0, maxBytes).match(/^\s*(?:[0-9a-f]{64}|[0-9a-f]{40})\b/gm) ?? [])
      .map((id) => id.trim()),
  );
}
