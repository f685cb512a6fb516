import { mkdirSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openSource } from '../../../../clients/cli/source/open-source.ts';
import type { PackSource } from '../../../../clients/cli/source/pack-source.ts';
import { commitAll, git, removeObject } from '../../../support/files/git.ts';
import { createFolder, temporaryFolder, writeFiles } from '../../../support/files/temporary-folder.ts';
import { packAndUnpack } from '../../../support/files/unpack.ts';

async function open(
  path: string,
  options: { ref?: string; subdirectory?: string } = {},
): Promise<PackSource> {
  return openSource({ path, workingDirectory: '/', ...options });
}

/** Returns the paths of the packed files, without the report of skipped files. */
async function packedPaths(source: PackSource): Promise<string[]> {
  const { '.wherefore-left-out.json': _, ...files } = await packAndUnpack(source);
  return Object.keys(files).sort();
}

describe('the work tree of a repository', () => {
  test('contains tracked files, and untracked files that no rule ignores', async () => {
    const folder = createFolder({
      '.gitignore': '*.log\nbuild/\n',
      'kept.log': 'tracked before it was ignored',
      'src/.gitignore': '!important.log\ngenerated.ts\n',
      'src/a.ts': 'a',
      'gone.ts': 'deleted later',
    });
    git(folder, 'init', '--quiet');
    git(folder, 'add', '--all');
    git(folder, 'add', '--force', 'kept.log');
    git(folder, 'commit', '--quiet', '--message', 'First');
    unlinkSync(join(folder, 'gone.ts'));
    writeFiles(folder, {
      'new.ts': 'untracked',
      'noise.log': 'ignored',
      'build/out.js': 'ignored',
      'src/important.log': 'shown again by the deeper rule',
      'src/generated.ts': 'ignored by the deeper rule',
    });
    expect(await packedPaths(await open(folder))).toEqual(
      ['.gitignore', 'kept.log', 'new.ts', 'src/.gitignore', 'src/a.ts', 'src/important.log'].sort(),
    );
  });

  test('reports its commit and branch only if its files match the commit', async () => {
    const folder = createFolder({ 'a.ts': 'a' });
    const commit = commitAll(folder);
    expect(await open(folder)).toMatchObject({ commit, ref: 'main', notes: [] });
    writeFileSync(join(folder, 'a.ts'), 'b');
    const changed = await open(folder);
    expect(changed.commit).toBeUndefined();
    expect(changed.notes.join()).toContain(commit.slice(0, 12));
  });

  test('has no ref if HEAD is detached', async () => {
    const folder = createFolder({ 'a.ts': 'a' });
    const commit = commitAll(folder);
    git(folder, 'checkout', '--quiet', '--detach');
    expect(await open(folder)).toMatchObject({ commit, ref: undefined });
  });

  test('is packed before its first commit', async () => {
    const folder = createFolder({ 'a.ts': 'a' });
    git(folder, 'init', '--quiet');
    const source = await open(folder);
    expect(source.commit).toBeUndefined();
    expect(await packedPaths(source)).toEqual(['a.ts']);
  });

  test('skips submodules and nested repositories, and reports them', async () => {
    const inner = createFolder({ 'inner.ts': 'inner' });
    commitAll(inner);
    const folder = createFolder({ 'a.ts': 'a' });
    commitAll(folder);
    git(folder, 'submodule', '--quiet', 'add', inner, 'module');
    writeFiles(folder, { 'nested/b.ts': 'b' });
    commitAll(join(folder, 'nested'));
    const source = await open(folder);
    expect(await packedPaths(source)).toEqual(['.gitmodules', 'a.ts']);
    expect(source.skipped.map(({ path }) => path).sort()).toEqual(['module', 'nested/']);
    expect(new Set(source.skipped.map(({ reason }) => reason))).toEqual(new Set(['special-entry']));
  });

  test('does not pack a tracked file through a folder that became a symlink', async () => {
    const outside = createFolder({ 'secret.txt': 'outside' });
    const folder = createFolder({ 'a.ts': 'a', 'lib/secret.txt': 'inside' });
    commitAll(folder);
    rmSync(join(folder, 'lib'), { recursive: true });
    symlinkSync(outside, join(folder, 'lib'));
    const unpacked = await packAndUnpack(await open(folder));
    expect(unpacked['lib/secret.txt']).toBeUndefined();
    expect(unpacked['lib']).toBe(`-> ${outside}`);
  });

  test('is limited to a subfolder if that folder is opened', async () => {
    const folder = createFolder({
      'top.ts': 't',
      'packages/core/a.ts': 'a',
      '.gitignore': '*.log',
      'packages/core/x.log': '',
    });
    commitAll(folder);
    git(folder, 'remote', 'add', 'origin', 'https://example.org/acme/tool.git');
    const source = await open(join(folder, 'packages/core'));
    expect(source.defaultName).toBe('acme/tool/packages/core');
    expect(await packedPaths(source)).toEqual(['a.ts']);
  });

  test('contains the files of an ignored folder if that folder is opened', async () => {
    const folder = createFolder({ 'a.ts': 'a', '.gitignore': 'scratch/', 'scratch/b.ts': 'b' });
    commitAll(folder);
    expect(await packedPaths(await open(join(folder, 'scratch')))).toEqual(['b.ts']);
  });

  test('is limited to --subdirectory, with unchanged paths', async () => {
    const folder = createFolder({ 'top.ts': 't', 'lib/a.ts': 'a', 'library/b.ts': 'b' });
    commitAll(folder);
    expect(await packedPaths(await open(folder, { subdirectory: './lib/' }))).toEqual(['lib/a.ts']);
    await expect(open(folder, { subdirectory: '../lib' })).rejects.toThrow('--subdirectory must be');
    await expect(open(folder, { subdirectory: 'nothing' })).rejects.toThrow('no file to index');
  });
});

describe('the tree of a ref', () => {
  test('is packed completely, from a work tree and from a bare repository', async () => {
    const folder = createFolder({
      'a.ts': 'first',
      '.gitattributes': 'hidden.ts export-ignore\nstamp.txt export-subst\n',
      'hidden.ts': 'export-ignore drops nothing',
      'stamp.txt': '$Format:%H$',
      'big.txt': 'x'.repeat(5_000_000),
    });
    symlinkSync('a.ts', join(folder, 'link.ts'));
    const commit = commitAll(folder);
    git(folder, 'tag', 'v1');
    writeFileSync(join(folder, 'a.ts'), 'second');
    git(folder, 'commit', '--quiet', '--all', '--message', 'Second');
    const bare = join(temporaryFolder(), 'tool.git');
    git(folder, 'clone', '--quiet', '--bare', '.', bare);

    const fromWorkTree = await open(folder, { ref: 'v1' });
    expect(fromWorkTree).toMatchObject({ ref: 'v1', commit, total: 6 });
    const unpacked = await packAndUnpack(fromWorkTree);
    expect(unpacked).toMatchObject({ 'a.ts': 'first', 'link.ts': '-> a.ts', 'stamp.txt': '$Format:%H$' });
    expect(unpacked['hidden.ts']).toBe('export-ignore drops nothing');
    expect(unpacked['big.txt']).toHaveLength(5_000_000);
    expect(await packAndUnpack(await open(bare, { ref: 'v1' }))).toEqual(unpacked);

    const newest = await open(bare);
    expect(newest).toMatchObject({ ref: 'main', defaultName: 'tool' });
    expect(await packAndUnpack(newest)).toMatchObject({ 'a.ts': 'second' });
  });

  test('requires an existing ref in a git repository', async () => {
    const folder = createFolder({ 'a.ts': 'a' });
    commitAll(folder);
    await expect(open(folder, { ref: 'v9' })).rejects.toThrow('no ref "v9"');
    await expect(open(folder, { ref: '--help' })).rejects.toThrow('no ref "--help"');
    await expect(open(createFolder({ 'a.ts': 'a' }), { ref: 'v1' })).rejects.toThrow(
      '--ref needs a git repository',
    );
  });
});

/** Clones a new repository without file contents. */
function clonePartially(): { bare: string; origin: string } {
  const origin = createFolder({ 'a.ts': 'first', 'src/b.ts': 'second', 'src/c.ts': 'third' });
  commitAll(origin);
  git(origin, 'config', 'uploadpack.allowFilter', 'true');
  const bare = join(temporaryFolder(), 'bare');
  git(origin, 'clone', '--quiet', '--bare', '--filter=blob:none', `file://${origin}`, bare);
  return { bare, origin };
}

describe('a partial clone', () => {
  test('is packed without the files that it lacks, which are reported', async () => {
    const { bare, origin } = clonePartially();
    // Reading a file fetches it; the others stay missing once the remote is gone.
    expect(git(bare, 'show', 'HEAD:src/b.ts')).toBe('second');
    rmSync(origin, { recursive: true });
    const source = await open(bare);
    const { '.wherefore-left-out.json': report = '', ...files } = await packAndUnpack(source);
    expect(files).toEqual({ 'src/b.ts': 'second' });
    const skipped = ['a.ts', 'src/c.ts'].map((path) => ({
      path,
      reason: 'unreadable',
      detail: 'not in this partial clone',
    }));
    expect(source.skipped).toEqual(skipped);
    expect(JSON.parse(report)).toEqual(skipped);
  });

  test('is completed by git while its remote responds', async () => {
    const source = await open(clonePartially().bare);
    expect(await packedPaths(source)).toEqual(['a.ts', 'src/b.ts', 'src/c.ts']);
    expect(source.skipped).toEqual([]);
  });

  test('is rejected if it contains no file at all', async () => {
    const { bare, origin } = clonePartially();
    rmSync(origin, { recursive: true });
    const rejection = expect(packAndUnpack(await open(bare))).rejects;
    await rejection.toMatchObject({
      message: expect.stringContaining('any of the 3 files'),
      fix: expect.stringContaining('git fetch --refetch --no-filter'),
    });
  });

  test('is distinguished from a repository that lost a file', async () => {
    const folder = createFolder({ 'a.ts': 'first', 'b.ts': 'second' });
    commitAll(folder);
    removeObject(folder, git(folder, 'rev-parse', 'HEAD:a.ts'));
    const source = await open(folder, { ref: 'main' });
    expect(await packedPaths(source)).toEqual(['b.ts']);
    expect(source.skipped).toEqual([
      { path: 'a.ts', reason: 'unreadable', detail: 'missing from this clone' },
    ]);
  });
});

describe('an invalid source', () => {
  test('is rejected with an error that describes it', async () => {
    const folder = createFolder({ 'a.ts': 'a' });
    await expect(open(join(folder, 'nowhere'))).rejects.toThrow('no folder');
    await expect(open(join(folder, 'a.ts'))).rejects.toThrow('is a file, not a folder');
    await expect(open(temporaryFolder())).rejects.toThrow('no file to index');
    mkdirSync(join(folder, 'empty'));
    await expect(open(join(folder, 'empty'))).rejects.toThrow('no file to index');
  });
});
