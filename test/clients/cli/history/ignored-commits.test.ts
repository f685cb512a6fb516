/** Reads the lists of commits that only reformat, which line history skips. */

import { expect, test } from 'vitest';
import { readIgnoredCommits } from '../../../../clients/cli/history/ignored-commits.ts';
import { commitAll, git } from '../../../support/files/git.ts';
import { createFolder, writeFiles } from '../../../support/files/temporary-folder.ts';

const [first, second] = ['a'.repeat(40), 'b'.repeat(40)];
const read = async (folder: string) => [
  ...(await readIgnoredCommits(folder, git(folder, 'rev-parse', 'HEAD'), new AbortController().signal)),
];

test('reads commit ids from the committed file and from the configured file', async () => {
  const folder = createFolder({ '.git-blame-ignore-revs': `# why\n${first} # tabs\n` });
  commitAll(folder);
  git(folder, 'config', 'blame.ignoreRevsFile', 'more');
  expect(await read(folder)).toEqual([first]);
  writeFiles(folder, { more: `${second}\n` });
  expect(await read(folder)).toEqual([first, second]);
});

test('skips a file that is too long to be such a list', async () => {
  const longList = `${first}\n${'#'.repeat(1_000_000)}`;
  const folder = createFolder({ '.git-blame-ignore-revs': longList, more: longList });
  commitAll(folder);
  git(folder, 'config', 'blame.ignoreRevsFile', 'more');
  expect(await read(folder)).toEqual([]);
});
