/** Explains objects that a repository lists but does not contain, as in a clone made with `--filter=blob:none`. */

import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommandError } from '../command-error.ts';
import { runGit } from './run-git.ts';

/** Lists the objects of a commit that the clone lacks, without fetching them. */
export async function listMissingObjects(folder: string, commit: string): Promise<ReadonlySet<string>> {
  const args = ['rev-list', '--objects', '--no-walk', '--missing=print', commit];
  const { stdout } = await runGit(folder, args);
  return new Set(stdout.split('\n').flatMap((line) => (line.startsWith('?') ? [line.slice(1)] : [])));
}

/** Describes why objects are missing. Git marks a partial clone by a setting or by the packs that it received. */
export async function describeMissingObject(folder: string): Promise<string> {
  const [setting, packs] = await Promise.all([
    runGit(folder, ['config', '--get-regexp', String.raw`^(extensions\.partialclone|remote\..*\.promisor)$`]),
    runGit(folder, ['rev-parse', '--git-path', 'objects/pack']),
  ]);
  const isPartial = setting.code === 0 || hasPromisorPack(resolve(folder, packs.stdout.trim()));
  return isPartial ? 'not in this partial clone' : 'missing from this clone';
}

function hasPromisorPack(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => name.endsWith('.promisor'));
  } catch {
    return false;
  }
}

/** The error if a repository contains none of the files of a commit. */
export function allFilesMissing(folder: string, files: number): CommandError {
  return new CommandError('usage', 'repository_unreadable', {
    message: `git could not read any of the ${files} files of ${folder}: their contents are missing.`,
    fix: 'A partial clone contains only some files. Complete it with `git fetch --refetch --no-filter`, or index a full clone.',
  });
}
