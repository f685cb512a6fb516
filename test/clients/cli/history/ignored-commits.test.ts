/** Lists of commits that only reformat, which line history skips. */

import { expect, test } from 'vitest';
import { ignoredCommits } from '../../../../clients/cli/history/ignored-commits.ts';
import { commitAll, git } from '../../../support/files/git.ts';
import { createFolder, writeFiles } from '../../../support/files/temporary-folder.ts';

const [one, two] = ['a'.repeat(40), 'b'.repeat(40)];
const read = async (folder: string) => [
  ...(await ignoredCommits(folder, git(folder, 'rev-parse', 'HEAD'), new AbortController().signal)),
];

test('reads ids from the tree and from the configured file', async () => {
  const folder = createFolder({ '.git-blame-ignore-revs': `# why\n${one} # tabs\n` });
  commitAll(folder);
  git(folder, 'config', 'blame.ignoreRevsFile', 'more');
  expect(await read(folder)).toEqual([one]);
  writeFiles(folder, { more: `${two}\n` });
  expect(await read(folder)).toEqual([one, two]);
});

test('skips a file that is too long to be such a list', async () => {
  const long = `${one}\n${'#'.repeat(1_000_000)}`;
  const folder = createFolder({ '.git-blame-ignore-revs': long, more: long });
  commitAll(folder);
  git(folder, 'config', 'blame.ignoreRevsFile', 'more');
  expect(await read(folder)).toEqual([]);
});
