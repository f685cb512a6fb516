/**
 * Finds commits that only reformat, from the lists that `git blame` uses: `.git-blame-ignore-revs` in the tree, and
 * the file in the setting `blame.ignoreRevsFile`.
 */

import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readGit } from './run-history-git.ts';

const defaultName = '.git-blame-ignore-revs';
/** A larger file is not such a list: repositories are reformatted a few dozen times at most. */
const maxBytes = 1_000_000;

export async function ignoredCommits(
  folder: string,
  tip: string,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const [inTree, set, top] = await Promise.all([
    listInTree(folder, `${tip}:${defaultName}`, signal),
    readGit(folder, ['config', '--get', '--type=path', 'blame.ignoreRevsFile'], signal),
    readGit(folder, ['rev-parse', '--show-toplevel'], signal),
  ]);
  const name = set.code === 0 ? set.output.toString().trim() : '';
  const base = top.code === 0 ? top.output.toString().trim() : folder;
  const ofSetting = name === '' ? '' : await readList(resolve(base, name));
  return new Set(
    [inTree, ofSetting]
      .flatMap((list) => list.match(/^\s*(?:[0-9a-f]{64}|[0-9a-f]{40})\b/gm) ?? [])
      .map((id) => id.trim()),
  );
}

/** Checks the size before reading the object. */
async function listInTree(folder: string, object: string, signal: AbortSignal): Promise<string> {
  const size = await readGit(folder, ['cat-file', '-s', object], signal);
  if (size.code !== 0 || Number(size.output.toString()) > maxBytes) return '';
  const { code, output } = await readGit(folder, ['cat-file', 'blob', object], signal);
  return code === 0 ? output.toString() : '';
}

async function readList(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true || found.size > maxBytes) return '';
  return readFile(path, 'utf8').catch(() => '');
}
