/**
 * Reads the ids of commits that only reformat, from the lists that `git blame` uses: `.git-blame-ignore-revs` in the
 * tree, and the file that the setting `blame.ignoreRevsFile` specifies.
 */

import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readGit } from './run-history-git.ts';

const defaultName = '.git-blame-ignore-revs';
/** A larger file is not such a list: repositories are reformatted a few dozen times at most. */
const maxBytes = 1_000_000;

export async function readIgnoredCommits(
  folder: string,
  tip: string,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const [listFromTree, setting, topLevel] = await Promise.all([
    readTreeList(folder, `${tip}:${defaultName}`, signal),
    readGit(folder, ['config', '--get', '--type=path', 'blame.ignoreRevsFile'], signal),
    readGit(folder, ['rev-parse', '--show-toplevel'], signal),
  ]);
  const name = setting.code === 0 ? setting.output.toString().trim() : '';
  const base = topLevel.code === 0 ? topLevel.output.toString().trim() : folder;
  const listFromSetting = name === '' ? '' : await readList(resolve(base, name));
  return new Set(
    [listFromTree, listFromSetting]
      .flatMap((list) => list.match(/^\s*(?:[0-9a-f]{64}|[0-9a-f]{40})\b/gm) ?? [])
      .map((id) => id.trim()),
  );
}

/** Reads a list at `<commit>:<path>`; checks its size first. */
async function readTreeList(folder: string, object: string, signal: AbortSignal): Promise<string> {
  const size = await readGit(folder, ['cat-file', '-s', object], signal);
  if (size.code !== 0 || Number(size.output.toString()) > maxBytes) return '';
  const { code, output } = await readGit(folder, ['cat-file', 'blob', object], signal);
  return code === 0 ? output.toString() : '';
}

async function readList(path: string): Promise<string> {
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isFile() !== true || stats.size > maxBytes) return '';
  return readFile(path, 'utf8').catch(() => '');
}
