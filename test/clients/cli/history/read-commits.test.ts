/** Reads commits for upload from real git repositories. */

import { execFileSync } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCommits } from '../../../../clients/cli/history/read-commits.ts';
import { exportedCommitSchema } from '../../../../worker/contract/history/import-schema.ts';
import type { ExportedCommit } from '../../../../worker/contract/history/import-schema.ts';
import { commitAll, git, removeObject } from '../../../support/files/git.ts';
import { createFolder, writeFiles } from '../../../support/files/temporary-folder.ts';

async function readAll(
  folder: string,
  options: { prefix?: string; withFiles?: boolean } = {},
): Promise<ExportedCommit[]> {
  const ids = git(folder, 'rev-list', '--topo-order', 'HEAD').split('\n');
  const { signal } = new AbortController();
  const reading = { folder, prefix: '', boundary: new Set<string>(), withFiles: true, signal, ...options };
  const commits: ExportedCommit[] = [];
  for await (const commit of readCommits(ids, reading)) commits.push(exportedCommitSchema.parse(commit));
  return commits;
}

function commit(folder: string, ...args: string[]): void {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', ...args);
}

test('reads message, author by .mailmap, and files with their line counts', async () => {
  const folder = createFolder({
    'a.txt': 'one\ntwo\n',
    'pixel.bin': new Uint8Array([0, 1, 2, 0]),
    '.mailmap': 'Ann Example <ann@example.org> <test@example.org>\n',
  });
  const first = commitAll(folder);
  renameSync(join(folder, 'a.txt'), join(folder, 'b.txt'));
  writeFileSync(join(folder, 'pixel.bin'), new Uint8Array([0, 9]));
  commit(
    folder,
    '-m',
    'Name it b (#12)',
    '-m',
    '\u001e of its own\n\n1\t2\tno file',
    '--date',
    '2026-01-02T03:04:05Z',
  );
  const [second, oldest] = await readAll(folder);
  expect(second).toMatchObject({
    parents: [first],
    author: 'Ann Example',
    authoredAt: Date.UTC(2026, 0, 2, 3, 4, 5) / 1000,
    message: 'Name it b (#12)\n\n\u001e of its own\n\n1\t2\tno file',
    files: [
      ['b.txt', 0, 0, 'a.txt'],
      ['pixel.bin', -1, -1],
    ],
  });
  expect(oldest).toMatchObject({ id: first, parents: [], message: 'Add all files' });
  expect(oldest?.files).toContainEqual(['a.txt', 2, 0]);
});

test('reads a file whose name looks like the start of a record', async () => {
  const folder = createFolder({ [`\u001e${'a'.repeat(40)}`]: 'one\ntwo\nthree\n' });
  commitAll(folder);
  git(folder, 'mv', `\u001e${'a'.repeat(40)}`, `\u001e${'b'.repeat(40)}`);
  commit(folder, '-m', 'Renamed');
  const [renamed, ...before] = await readAll(folder);
  expect(before).toHaveLength(1);
  expect(renamed?.files).toEqual([[`\u001e${'b'.repeat(40)}`, 0, 0, `\u001e${'a'.repeat(40)}`]]);
});

test('reads a merge without files', async () => {
  const folder = createFolder({ 'a.txt': 'a\n' });
  commitAll(folder);
  git(folder, 'checkout', '--quiet', '-b', 'side');
  writeFiles(folder, { 'side.txt': 'side\n' });
  commit(folder, '-m', 'Side');
  git(folder, 'checkout', '--quiet', 'main');
  writeFiles(folder, { 'main.txt': 'main\n' });
  commit(folder, '-m', 'Main');
  git(folder, 'merge', '--quiet', '--no-ff', '-m', 'Merge', 'side');
  const [merge] = await readAll(folder);
  expect(merge).toMatchObject({ message: 'Merge', files: [] });
  expect(merge?.parents).toHaveLength(2);
});

test('converts a message from another encoding to UTF-8, and replaces invalid bytes in a path', async () => {
  const folder = createFolder({ 'a.txt': 'a\n' });
  commitAll(folder);
  const message = join(folder, 'message');
  writeFileSync(message, Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65]));
  git(folder, '-c', 'i18n.commitEncoding=ISO-8859-1', 'commit', '--quiet', '--allow-empty', '-F', message);
  const invalidPath = Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9])]);
  writeFileSync(invalidPath, 'odd\n');
  commit(folder, '-m', 'Odd', '--author', 'Zo\u00eb <zoe@example.org>');
  const [last, latin] = await readAll(folder);
  expect(latin?.message).toBe('Grüße');
  expect(last).toMatchObject({ author: 'Zoë' });
  expect(last?.files).toContainEqual(['caf\uFFFD', 1, 0]);
});

test('truncates a long message between characters and marks it as truncated', async () => {
  const folder = createFolder({ 'a.txt': 'a\n' });
  commitAll(folder);
  const message = `x${'\u{1F600}'.repeat(15_000)}`;
  execFileSync(
    'git',
    ['-c', 'user.name=T', '-c', 'user.email=t@example.org', 'commit', '--quiet', '--allow-empty', '-F', '-'],
    {
      cwd: folder,
      input: message,
    },
  );
  const [last] = await readAll(folder);
  expect(last?.isCut).toBe(true);
  expect(last?.message).toBe(message.slice(0, 19_999));
});

test('lists the first files of a large commit and counts the remaining ones', async () => {
  const folder = createFolder({ 'a.txt': 'a\n' });
  commitAll(folder);
  writeFiles(
    folder,
    Object.fromEntries(Array.from({ length: 1_200 }, (_, at) => [`many/${at}.txt`, `${at}\n`])),
  );
  commit(folder, '-m', 'Large commit');
  const [largeCommit] = await readAll(folder);
  expect(largeCommit?.files).toHaveLength(1_000);
  expect(largeCommit?.moreFiles).toBe(200);
  const [outside] = await readAll(folder, { prefix: 'other/' });
  expect(outside).toMatchObject({ files: [], moreFiles: 1_200 });
  const [withoutFiles] = await readAll(folder, { withFiles: false });
  expect(withoutFiles).toMatchObject({ message: 'Large commit', files: [] });
});

test('clamps a date after the year 9999 to the last valid date', async () => {
  const folder = createFolder({ 'a.txt': 'a\n' });
  commitAll(folder);
  commit(folder, '--amend', '-m', 'Far', '--date', '@9000000000000 +0000');
  const [farCommit] = await readAll(folder);
  expect(new Date((farCommit?.authoredAt ?? 0) * 1_000).toISOString()).toBe('9999-12-31T23:59:59.000Z');
});

test('reads a commit whose objects are missing without its files, and the others completely', async () => {
  const folder = createFolder({ 'a.txt': 'one\n' });
  commitAll(folder);
  writeFiles(folder, { 'large.bin': 'an object that the clone lacks\n' });
  commit(folder, '-m', 'Add the large file');
  const blob = git(folder, 'rev-parse', 'HEAD:large.bin');
  writeFiles(folder, { 'a.txt': 'one\ntwo\n' });
  commit(folder, '-m', 'Add two');
  removeObject(folder, blob);
  const commits = await readAll(folder);
  expect(commits.map(({ message, files }) => [message, files])).toEqual([
    ['Add two', [['a.txt', 1, 0]]],
    ['Add the large file', []],
    ['Add all files', [['a.txt', 1, 0]]],
  ]);
});

test('reads the files of a commit that precedes one whose objects are missing', async () => {
  const folder = createFolder({ 'a.txt': 'one\n', 'src/b.txt': 'b\n' });
  commitAll(folder);
  writeFiles(folder, { 'src/b.txt': 'changed\n' });
  commit(folder, '-m', 'Change b');
  const tree = git(folder, 'rev-parse', 'HEAD:src');
  writeFiles(folder, { 'src/b.txt': 'final\n' });
  commit(folder, '-m', 'Finish b');
  writeFiles(folder, { 'a.txt': 'one\ntwo\n' });
  commit(folder, '-m', 'Add two');
  removeObject(folder, tree);
  const commits = await readAll(folder);
  expect(commits.map(({ message, files }) => [message, files])).toEqual([
    ['Add two', [['a.txt', 1, 0]]],
    ['Finish b', []],
    ['Change b', []],
    [
      'Add all files',
      [
        ['a.txt', 1, 0],
        ['src/b.txt', 1, 0],
      ],
    ],
  ]);
});
