/** The latest tags of a git repository that are numbers, oldest first. */

import { numberOf } from '../../worker/core/match-version.ts';
import { usageError } from '../../clients/cli/command-error.ts';
import { runGit } from '../../clients/cli/source/run-git.ts';

export async function latestTags(folder: string, count: number): Promise<readonly string[]> {
  const { stdout } = await runGit(folder, ['tag', '--list']);
  const tags = stdout
    .split('\n')
    .filter((tag) => /^\d+(?:\.\d+)*$/.test(numberOf(tag) ?? ''))
    .toSorted((a, b) => compared(numberOf(a) ?? '', numberOf(b) ?? ''));
  if (tags.length >= count) return tags.slice(-count);
  throw usageError(`${folder} has ${tags.length} tags that are numbers.`, `It must have ${count}.`);
}

function compared(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
