/** Follows lines back through the history of small real git repositories. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { followFiles, describeLineHistories } from '../../../../support/workbench/followed-lines.ts';
import { git, removeObject } from '../../../../support/files/git.ts';
import { createFolder, temporaryFolder, writeFiles } from '../../../../support/files/temporary-folder.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;

function commit(folder: string, subject: string, files: Files = {}): string {
  writeFiles(folder, files);
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--allow-empty', '--message', subject);
  return git(folder, 'rev-parse', 'HEAD');
}

function repository(subject: string, files: Files): string {
  const folder = createFolder(files);
  git(folder, 'init', '--quiet');
  commit(folder, subject);
  return folder;
}

function text(...lines: string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

const body: readonly string[] = [
  'export function areaOfCircle(radius) {',
  '  const square = radius * radius;',
  '  const area = Math.PI * square;',
  '  return Math.round(area * 100) / 100;',
  '}',
];

describe('a line', () => {
  test('is edited if it came from another line, and added otherwise', async () => {
    const folder = repository('First', {
      'a.ts': text('const limit = 10;', 'const name = "one";', 'export {};'),
    });
    commit(folder, 'Second', { 'a.ts': text('const limit = 20;', 'const name = "one";', 'export {};') });
    commit(folder, 'Third', {
      'a.ts': text('const limit = 20;', 'import fs from "node:fs";', 'const name = "one";', 'export {};'),
    });
    expect(await describeLineHistories(folder, 'a.ts')).toEqual([
      'edited Second < added First',
      'added Third',
      'added First',
      'added First',
    ]);
  });

  test('is renamed if it defines a new name, and edited if it defines the same name', async () => {
    const folder = repository('First', { 'a.py': text('def show(cache, limit):', '    return cache', '') });
    commit(folder, 'Second', { 'a.py': text('def show_all(cache, limit):', '    return cache', '') });
    commit(folder, 'Third', {
      'a.py': text('def show_all(', '    cache: Cache, *, most: int', ') -> None:', '    return cache', ''),
    });
    const [name] = await describeLineHistories(folder, 'a.py');
    expect(name).toBe('edited Third < renamed Second < added First');
  });

  test('keeps its history in a file that was renamed and edited in one commit', async () => {
    const folder = repository('First', { 'old.ts': text(...body) });
    renameSync(join(folder, 'old.ts'), join(folder, 'new name.ts'));
    commit(folder, 'Second', { 'new name.ts': text(...body.with(2, '  const area = 3.14159 * square;')) });
    expect(await describeLineHistories(folder, 'new name.ts')).toEqual([
      'added First (old.ts)',
      'added First (old.ts)',
      'edited Second < added First (old.ts)',
      'added First (old.ts)',
      'added First (old.ts)',
    ]);
  });

  test('is moved if its function came unchanged from another file', async () => {
    const otherLines = Array.from({ length: 30 }, (_, at) => `export const value${at} = ${at * 7};`);
    const folder = repository('First', {
      'a.ts': text(...otherLines, ...body),
      'b.ts': text('// other things', ...otherLines.slice(10)),
    });
    commit(folder, 'Second', {
      'a.ts': text(...otherLines),
      'b.ts': text('// other things', ...body, ...otherLines.slice(10)),
    });
    const histories = await describeLineHistories(folder, 'b.ts');
    expect(histories.slice(0, 7)).toEqual([
      'added First',
      ...body.map(() => 'moved Second < added First (a.ts)'),
      'added First',
    ]);
  });

  test('ignores changes of whitespace and line endings', async () => {
    const folder = repository('First', { 'a.ts': text(...body) });
    commit(folder, 'Indented', { 'a.ts': text(...body.map((line) => `    ${line}`)) });
    commit(folder, 'Line ends', { 'a.ts': body.map((line) => `    ${line}\r\n`).join('') });
    expect(await describeLineHistories(folder, 'a.ts')).toEqual(body.map(() => 'added First'));
  });

  test('ignores a commit that is listed as only reformatting', async () => {
    const folder = repository('First', { 'a.ts': text("const a = 'one', b = 'two';", 'done();') });
    const ignored = commit(folder, 'Reformatted', { 'a.ts': text('const a = "one", b = "two";', 'done();') });
    commit(folder, 'List', { '.git-blame-ignore-revs': `# quotes\n${ignored} # so\n` });
    expect(await describeLineHistories(folder, 'a.ts')).toEqual(['added First', 'added First']);
    rmSync(join(folder, '.git-blame-ignore-revs'));
    commit(folder, 'No list');
    expect(await describeLineHistories(folder, 'a.ts')).toEqual([
      'edited Reformatted < added First',
      'added First',
    ]);
    writeFiles(folder, { 'sweeps.txt': `${ignored}\n` });
    git(folder, 'config', 'blame.ignoreRevsFile', 'sweeps.txt');
    expect(await describeLineHistories(folder, 'a.ts')).toEqual(['added First', 'added First']);
  });

  test('is followed in a file with the attribute -diff', async () => {
    const folder = repository('First', {
      '.gitattributes': '*.lock -diff\n',
      'a.lock': text('package one at 1.0.0', 'package two at 1.0.0'),
    });
    commit(folder, 'Second', { 'a.lock': text('package one at 1.0.0', 'package two at 1.1.0') });
    expect(await describeLineHistories(folder, 'a.lock')).toEqual([
      'added First',
      'edited Second < added First',
    ]);
  });

  test('is added by the commit that restores its deleted file', async () => {
    const folder = repository('First', { 'a.ts': text(...body), 'b.ts': 'b\n' });
    unlinkSync(join(folder, 'a.ts'));
    commit(folder, 'Gone');
    commit(folder, 'Back', { 'a.ts': text(...body) });
    expect(await describeLineHistories(folder, 'a.ts')).toEqual(body.map(() => 'added Back'));
  });

  test('keeps its first change and its latest changes when it changed more often than the limit', async () => {
    const folder = repository('Change 0', { 'a.ts': 'const version = 0; // of all\n' });
    for (let at = 1; at <= 15; at++)
      commit(folder, `Change ${at}`, { 'a.ts': `const version = ${at}; // of all\n` });
    const latestChanges = Array.from({ length: 11 }, (_, at) => `edited Change ${15 - at}`);
    expect(await describeLineHistories(folder, 'a.ts')).toEqual([
      [...latestChanges, 'added Change 0'].join(' < '),
    ]);
  });
});

describe('a merge', () => {
  const lines = Array.from({ length: 12 }, (_, at) => `line number ${at} of the file`);

  test('attributes each line to the side it came from, and a resolved conflict to itself', async () => {
    const folder = repository('First', { 'a.txt': text(...lines) });
    git(folder, 'checkout', '--quiet', '-b', 'side');
    commit(folder, 'Side', {
      'a.txt': text(...lines.with(2, 'line number 2 of the side').with(10, 'only on the side')),
      'side.txt': text('brought by the side'),
    });
    git(folder, 'checkout', '--quiet', 'main');
    commit(folder, 'Main', {
      'a.txt': text(...lines.with(2, 'line number 2 of the trunk').with(6, 'only on the trunk')),
    });
    expect(() => git(folder, 'merge', '--quiet', 'side')).toThrow();
    commit(folder, 'Merge', {
      'a.txt': text(
        ...lines
          .with(2, 'line number 2 of the side and the trunk')
          .with(6, 'only on the trunk')
          .with(10, 'only on the side'),
      ),
    });
    const { lineHistories } = await followFiles(folder, ['a.txt', 'side.txt']);
    expect(lineHistories['side.txt']).toEqual(['added Side']);
    expect(lineHistories['a.txt']).toEqual(
      lines
        .map(() => 'added First')
        .with(2, 'edited Merge < edited Main < added First')
        .with(6, 'added Main')
        .with(10, 'added Side'),
    );
  });

  test('attributes lines to all of its three parents', async () => {
    const folder = repository('First', { 'a.txt': text(...lines) });
    for (const [at, name] of ['one', 'two', 'three'].entries()) {
      git(folder, 'checkout', '--quiet', '-b', name, 'main');
      commit(folder, name, {
        'a.txt': text(...lines.with(at * 5, `wholly new by ${name}`)),
        [`${name}.txt`]: `${name}\n`,
      });
    }
    git(folder, 'checkout', '--quiet', 'main');
    git(folder, 'merge', '--quiet', '--message', 'Octopus', 'one', 'two', 'three');
    const { lineHistories } = await followFiles(folder, ['a.txt', 'one.txt', 'three.txt']);
    expect(lineHistories).toEqual({
      'a.txt': lines
        .map(() => 'added First')
        .with(0, 'added one')
        .with(5, 'added two')
        .with(10, 'added three'),
      'one.txt': ['added one'],
      'three.txt': ['added three'],
    });
  });

  test('follows a file that one side renamed and the other edited', async () => {
    const folder = repository('First', { 'old.txt': text(...lines) });
    git(folder, 'checkout', '--quiet', '-b', 'side');
    commit(folder, 'Side', { 'old.txt': text(...lines.with(8, 'edited where it had its old name')) });
    git(folder, 'checkout', '--quiet', 'main');
    git(folder, 'mv', 'old.txt', 'new.txt');
    commit(folder, 'Renamed', { 'new.txt': text(...lines.with(1, 'edited with the new name')) });
    git(folder, 'merge', '--quiet', '--message', 'Merge', 'side');
    expect(await describeLineHistories(folder, 'new.txt')).toEqual(
      lines
        .map(() => 'added First (old.txt)')
        .with(1, 'added Renamed')
        .with(8, 'added Side (old.txt)'),
    );
  });
});

describe('the history walk', () => {
  test('attributes uncommitted changes to no commit, but keeps the history of the lines they edit', async () => {
    const folder = repository('First', { 'a.ts': text('const limit = 10;', 'const name = "one";') });
    writeFileSync(join(folder, 'a.ts'), text('// new', 'const limit = 20;', 'const name = "one";'));
    writeFileSync(join(folder, 'untracked.ts'), text('const untracked = true;'));
    const { lineHistories } = await followFiles(folder, ['a.ts', 'untracked.ts']);
    expect(lineHistories).toEqual({
      'a.ts': ['added unknown', 'edited unknown < added First', 'added First'],
      'untracked.ts': ['added unknown'],
    });
  });

  test('does not give an uncommitted file the history of a deleted file with the same name', async () => {
    const folder = repository('First', { 'a.ts': text(...body), 'b.ts': 'b\n' });
    git(folder, 'rm', '--quiet', 'a.ts');
    commit(folder, 'Gone');
    writeFiles(folder, { 'a.ts': text(...body) });
    expect(await describeLineHistories(folder, 'a.ts')).toEqual(body.map(() => 'added unknown'));
  });

  test('ends lines at the boundary of a shallow clone', async () => {
    const origin = repository('First', { 'a.ts': text('const limit = 10;', 'const name = "one";') });
    commit(origin, 'Second', { 'a.ts': text('const limit = 20;', 'const name = "one";') });
    commit(origin, 'Third', { 'a.ts': text('const limit = 30;', 'const name = "one";') });
    const folder = join(temporaryFolder(), 'shallow');
    git(origin, 'clone', '--quiet', '--depth', '2', `file://${origin}`, folder);
    expect(await describeLineHistories(folder, 'a.ts')).toEqual([
      'edited Third < added unknown',
      'added unknown',
    ]);
  });

  test('ends lines at missing objects and returns the error from git', async () => {
    const origin = repository('First', { 'a.ts': text('const limit = 10;', 'const name = "one";') });
    commit(origin, 'Second', { 'a.ts': text('const limit = 20;', 'const name = "one";') });
    git(origin, 'config', 'uploadpack.allowFilter', 'true');
    const folder = join(temporaryFolder(), 'partial');
    git(origin, 'clone', '--quiet', '--filter=blob:none', `file://${origin}`, folder);
    const { readError, lineHistories } = await followFiles(folder, ['a.ts']);
    expect(readError).toBeTruthy();
    expect(lineHistories['a.ts']).toEqual(['added unknown', 'added unknown']);
  });
});

test('follows files whose names are not UTF-8 or contain quotes, tabs or line feeds', async () => {
  const folder = repository('First', {
    'tab\tand "quote".ts': text(...body),
    'line\nfeed.ts': 'one line of it\n',
  });
  const invalidPath = Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9]), Buffer.from('.ts')]);
  mkdirSync(join(folder, 'münchen'));
  writeFileSync(invalidPath, text(...body.map((line) => `${line} // odd`)));
  commit(folder, 'Odd');
  renameSync(invalidPath, join(folder, 'münchen/straße.ts'));
  commit(folder, 'Renamed');
  const paths = ['tab\tand "quote".ts', 'line\nfeed.ts', 'münchen/straße.ts'];
  const { lineHistories } = await followFiles(folder, paths);
  expect(lineHistories).toEqual({
    'tab\tand "quote".ts': body.map(() => 'added First'),
    'line\nfeed.ts': ['added First'],
    'münchen/straße.ts': body.map(() => 'added Odd (caf\uFFFD.ts)'),
  });
});

test('stops when its signal is aborted', async () => {
  const folder = repository('First', { 'a.ts': text(...body) });
  const { followLines } = await import('../../../../../clients/cli/history/lines/follow-lines.ts');
  const interruption = new AbortController();
  const tip = git(folder, 'rev-parse', 'HEAD');
  const following = followLines({
    folder,
    tip,
    isWorkTree: false,
    files: [{ path: 'a.ts', lines: 5 }],
    boundary: new Set(),
    ignored: new Set(),
    signal: interruption.signal,
  });
  interruption.abort();
  await expect(following).rejects.toThrow('abort');
});

/** Three commits, of which the second adds `large.bin`. */
function repositoryWithLargeFile(): { folder: string; removeLargeFile: () => void } {
  const folder = repository('First', { 'a.ts': text('const one = 1;', 'const two = 2;') });
  const added = commit(folder, 'Add large', { 'large.bin': 'first\n', 'b.ts': text('const other = 1;') });
  commit(folder, 'Edit', { 'a.ts': text('const one = 1;', 'const two = 2000;') });
  return {
    folder,
    removeLargeFile: () => removeObject(folder, git(folder, 'rev-parse', `${added}:large.bin`)),
  };
}

describe('in a clone that lacks some objects', () => {
  test('the lines of other files have their whole history', async () => {
    const { folder, removeLargeFile } = repositoryWithLargeFile();
    removeLargeFile();
    const { lineHistories, readError } = await followFiles(folder, ['a.ts', 'b.ts']);
    expect(lineHistories['a.ts']).toEqual(['added First', 'edited Edit < added First']);
    expect(lineHistories['b.ts']).toEqual(['added Add large']);
    expect(readError).toContain('unable to read');
  });

  test('only the lines of files that an unreadable commit changed have no older origin', async () => {
    const { folder, removeLargeFile } = repositoryWithLargeFile();
    commit(folder, 'Replace large', {
      'large.bin': 'second\n',
      'b.ts': text('const other = 1;', 'const late = 3;'),
    });
    commit(folder, 'Last', {
      'b.ts': text('const other = 1;', 'const late = 3;', 'const last = 4;'),
    });
    removeLargeFile();
    const { lineHistories } = await followFiles(folder, ['a.ts', 'b.ts']);
    expect(lineHistories['a.ts']).toEqual(['added First', 'edited Edit < added First']);
    expect(lineHistories['b.ts']).toEqual(['added unknown', 'added unknown', 'added Last']);
  });

  test('a file that an unreadable commit may have renamed has no origin', async () => {
    const { folder, removeLargeFile } = repositoryWithLargeFile();
    git(folder, 'mv', 'b.ts', 'c.ts');
    commit(folder, 'Move', { 'large.bin': 'second\n', 'c.ts': text('const other = 1;', 'const more = 2;') });
    removeLargeFile();
    const { lineHistories } = await followFiles(folder, ['a.ts', 'c.ts']);
    expect(lineHistories['a.ts']).toEqual(['added First', 'edited Edit < added First']);
    expect(lineHistories['c.ts']).toEqual(['added unknown', 'added unknown']);
  });

  test('lines continue through merges', async () => {
    const { folder, removeLargeFile } = repositoryWithLargeFile();
    git(folder, 'checkout', '--quiet', '-b', 'side', 'HEAD~2');
    commit(folder, 'Side', { 'side.ts': text('const side = 1;') });
    git(folder, 'checkout', '--quiet', 'main');
    git(folder, 'merge', '--quiet', '--no-ff', '--message', 'Merge', 'side');
    removeLargeFile();
    const { lineHistories } = await followFiles(folder, ['a.ts', 'b.ts', 'side.ts']);
    expect(lineHistories['a.ts']).toEqual(['added First', 'edited Edit < added First']);
    expect(lineHistories['b.ts']).toEqual(['added Add large']);
    expect(lineHistories['side.ts']).toEqual(['added Side']);
  });

  test('the oldest commit of a shallow clone is no origin, even if it lacks objects', async () => {
    const { folder } = repositoryWithLargeFile();
    commit(folder, 'Last', { 'a.ts': text('const one = 1;', 'const two = 2000;', 'const three = 3;') });
    const shallow = join(temporaryFolder(), 'shallow');
    git(folder, 'clone', '--quiet', '--depth', '2', `file://${folder}`, shallow);
    unpackObjects(shallow);
    removeObject(shallow, git(shallow, 'rev-parse', 'HEAD:large.bin'));
    const { lineHistories } = await followFiles(shallow, ['a.ts', 'b.ts']);
    expect(lineHistories['a.ts']).toEqual(['added unknown', 'added unknown', 'added Last']);
    expect(lineHistories['b.ts']).toEqual(['added unknown']);
  });
});

/** Replaces the packs of a repository by one file per object. */
function unpackObjects(folder: string): void {
  const packs = join(folder, '.git/objects/pack');
  const moved = join(temporaryFolder(), 'pack');
  renameSync(packs, moved);
  mkdirSync(packs);
  for (const name of readdirSync(moved).filter((file) => file.endsWith('.pack')))
    execFileSync('git', ['unpack-objects', '-q'], { cwd: folder, input: readFileSync(join(moved, name)) });
}
