/** Reads the changed lines of commits from real git repositories. */

import { expect, test } from 'vitest';
import { readCommitPatches } from '../../../../clients/cli/history/read-commit-patches.ts';
import { maxFilePatchLength } from '../../../../worker/core/history/commit-patch.ts';
import { commitAll, git, removeObject } from '../../../support/files/git.ts';
import { createFolder, writeFiles } from '../../../support/files/temporary-folder.ts';

const { signal } = new AbortController();
const read = (ids: readonly string[], folder: string, prefix = '') =>
  readCommitPatches(ids, { folder, prefix, signal });

function commit(folder: string): string {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '-m', 'Change');
  return git(folder, 'rev-parse', 'HEAD').trim();
}

test('reads the hunks of git, with unchanged lines around them, by file', async () => {
  const lines = Array.from({ length: 12 }, (_, at) => `line ${at + 1}`);
  const folder = createFolder({ 'src/a.txt': `${lines.join('\n')}\n`, 'old.md': '# One\n\nTwo\n\nThree\n' });
  commitAll(folder);
  lines[5] = '  line 6';
  git(folder, 'mv', 'old.md', 'größe "1".md');
  writeFiles(folder, {
    'src/a.txt': lines.join('\n'),
    'größe "1".md': '# Eins\n\nTwo\n\nThree\n',
    'picture.png': '\u0000\u0001',
  });
  const id = commit(folder);
  expect((await read([id], folder)).get(id)).toEqual([
    {
      path: 'größe "1".md',
      hunks: '@@ -1,4 +1,4 @@\n-# One\n+# Eins\n \n Two\n ',
    },
    {
      path: 'src/a.txt',
      hunks: [
        '@@ -3,10 +3,10 @@ line 2',
        ' line 3',
        ' line 4',
        ' line 5',
        '-line 6',
        '+  line 6',
        ' line 7',
        ' line 8',
        ' line 9',
        ' line 10',
        ' line 11',
        '-line 12',
        '+line 12',
      ].join('\n'),
    },
  ]);
});

test('omits other folders, and knows a commit without any line', async () => {
  const folder = createFolder({ 'app/a.js': 'one();\n', 'b.js': 'b\n' });
  commitAll(folder);
  writeFiles(folder, { 'app/a.js': 'two();\n', 'b.js': 'c\n' });
  const both = commit(folder);
  writeFiles(folder, { 'b.js': 'd\n' });
  const outside = commit(folder);
  const patches = await read([outside, both], folder, 'app/');
  expect(patches.get(both)).toEqual([{ path: 'a.js', hunks: '@@ -1,1 +1,1 @@\n-one();\n+two();' }]);
  expect(patches.get(outside)).toEqual([]);
});

test('cuts a large file, and reads every commit but the one whose object is missing', async () => {
  const lines = Array.from({ length: 3_000 }, (_, at) => `identifier_${at}`);
  const folder = createFolder({ 'names.py': lines.join('\n') });
  const first = commitAll(folder);
  writeFiles(folder, { 'lost.py': 'lost\n' });
  const second = commit(folder);
  removeObject(folder, git(folder, 'rev-parse', 'HEAD:lost.py'));
  const patches = await read([second, first], folder);
  const [file] = patches.get(first) ?? [];
  expect(patches.has(second)).toBe(false);
  expect(file?.isCut).toBe(true);
  expect(file?.hunks.length).toBeLessThanOrEqual(maxFilePatchLength);
  expect(lines).toContain(file?.hunks.split('\n').at(-1)?.slice(1));
});
