/** Reads the words of changed lines from real git repositories. */

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readChangedWords } from '../../../../clients/cli/history/read-changed-words.ts';
import { maxChangedWordsLength } from '../../../../worker/core/history/history.ts';
import { commitAll, git, removeObject } from '../../../support/files/git.ts';
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

test('reads the words of every commit but the one whose object is missing', async () => {
  const folder = createFolder({ 'src/a.py': 'alpha\n' });
  const ids = [commitAll(folder)];
  for (const word of ['bravo', 'charlie', 'delta', 'echo']) {
    writeFiles(folder, { [`src/${word}.py`]: `${word}\n` });
    ids.unshift(commit(folder));
  }
  removeObject(folder, git(folder, 'rev-parse', 'HEAD:src/charlie.py'));
  const words = await readChangedWords(ids, { folder, prefix: '', signal });
  expect(ids.map((id) => words.get(id)?.added)).toEqual(['echo', 'delta', undefined, 'bravo', 'alpha']);
});

test('reports a failure of git that no missing object explains', async () => {
  const folder = createFolder({ 'a.py': 'alpha\n' });
  commitAll(folder);
  await expect(readChangedWords(['no-such-commit'], { folder, prefix: '', signal })).rejects.toThrow(
    'no-such-commit',
  );
});

test('reads an indexed folder whose own name is that of a build output', async () => {
  const folder = createFolder({
    'packages/build/main.ts': 'compile\n',
    'packages/build/dist/main.js': 'x1\n',
  });
  expect((await read(folder, commitAll(folder), 'packages/build/'))?.added).toBe('compile');
});

test('reads source code in a folder of news, but no changelog entries', async () => {
  const folder = createFolder({
    'shop/news/models.py': 'headline\n',
    'shop/news/views/list.ts': 'teaser\n',
    'news/4711.bugfix': 'A fragment\n',
    'news/+orphan.misc': 'Another fragment\n',
    'changes/next.md': 'An entry\n',
    'changelog/archive/old.yaml': 'entry: old\n',
  });
  const words = await read(folder, commitAll(folder));
  expect(words?.added.split(' ').toSorted()).toEqual(['headline', 'teaser']);
  expect(words?.documents).toBe('');
});

test('reads a commit of a million names within 64 MB', () => {
  const names = Array.from({ length: 1_000_000 }, (_, at) => `name_${at}`);
  const folder = createFolder({ 'src/names.py': names.join('\n') });
  const id = commitAll(folder);
  const module = new URL('../../../../clients/cli/history/read-changed-words.ts', import.meta.url);
  const script = `import { readChangedWords } from ${JSON.stringify(module.href)};
    const reading = { folder: ${JSON.stringify(folder)}, prefix: '', signal: new AbortController().signal };
    console.log((await readChangedWords(['${id}'], reading)).get('${id}').added);`;
  const args = ['--max-old-space-size=64', '--input-type=module', '--eval', script];
  const printed = execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' });
  expect(printed.trim().split(' ').at(0)).toBe('name_0');
});
