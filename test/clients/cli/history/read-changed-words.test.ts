/** Reads the words of changed lines from real git repositories. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readChangedWords } from '../../../../clients/cli/history/read-changed-words.ts';
import { maxChangedWordsLength } from '../../../../worker/core/history/history.ts';
import { commitAll, git } from '../../../support/files/git.ts';
import { createFolder, writeFiles } from '../../../support/files/temporary-folder.ts';

const { signal } = new AbortController();
const read = async (folder: string, id: string, prefix = '') =>
  (await readChangedWords([id], { folder, prefix, signal })).get(id);

function commit(folder: string): string {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '-m', 'Change');
  return git(folder, 'rev-parse', 'HEAD').trim();
}

test('separates added and removed code, tests and documents', async () => {
  const folder = createFolder({ 'src/limit.py': 'def check(size):\n    return oldLimit\n' });
  commitAll(folder);
  writeFiles(folder, {
    'src/limit.py': 'def check(size):\n    return max_bytes\n',
    'tests/test_limit.py': 'def test_rejects_large_bodies(): pass\n',
    'docs/limits.md': 'Bodies over one megabyte are refused.\n',
    'CHANGELOG.md': '- Everything else\n',
    'package-lock.json': '{"integrity": "sha"}\n',
  });
  const words = await read(folder, commit(folder));
  expect(words?.added.split(' ')).toEqual(['return', 'max_bytes']);
  expect(words?.removed.split(' ')).toEqual(['return', 'oldLimit']);
  expect(words?.tests).toContain('test_rejects_large_bodies');
  expect(words?.documents).toContain('megabyte');
  expect(JSON.stringify(words)).not.toMatch(/Everything|integrity/);
});

test('omits files outside the indexed folder, long lines and whitespace changes', async () => {
  const folder = createFolder({ 'app/a.js': 'call();\n', 'b.js': 'b\n' });
  commitAll(folder);
  writeFileSync(join(folder, 'app/a.js'), `    call();\nlet data = "${'word '.repeat(100)}";\n`);
  writeFileSync(join(folder, 'b.js'), 'outside\n');
  expect(await read(folder, commit(folder), 'app/')).toBeUndefined();
});

test('shortens the words of a large commit between two words', async () => {
  const lines = Array.from({ length: 2_000 }, (_, at) => `identifier_${at}`);
  const folder = createFolder({ 'src/names.py': lines.join('\n') });
  const words = await read(folder, commitAll(folder));
  expect(words?.added.length).toBeLessThanOrEqual(maxChangedWordsLength);
  expect(lines).toContain(words?.added.split(' ').at(-1));
});
