import { mkdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defaultName, remoteName } from '../../../../clients/cli/source/git-facts.ts';
import { openSource } from '../../../../clients/cli/source/open-source.ts';
import { commitAll, git } from '../../../support/files/git.ts';
import { createFolder, temporaryFolder } from '../../../support/files/temporary-folder.ts';

test.each([
  ['https://github.com/pallets/flask.git', 'pallets/flask'],
  ['https://user@github.com/pallets/flask', 'pallets/flask'],
  ['git@github.com:pallets/flask.git', 'pallets/flask'],
  ['ssh://git@example.org:2222/group/sub/tool.git/', 'group/sub/tool'],
  ['file:///srv/git/tool.git', undefined],
  ['/srv/git/tool.git', undefined],
  ['../tool', undefined],
  ['', undefined],
])('derives the name of the remote %j: %s', (url, name) => {
  expect(remoteName(url)).toBe(name);
});

test('names a repository after its folder if it has no hosted remote', async () => {
  const folder = createFolder({ 'a.ts': 'a' });
  commitAll(folder);
  expect(await defaultName(folder)).toBe(basename(folder));
  expect(await defaultName(join(folder, '.git'))).toBe(basename(folder));
  git(folder, 'remote', 'add', 'origin', '/srv/git/other.git');
  expect(await defaultName(folder)).toBe(basename(folder));
});

function bareClone(path: string): string {
  const source = createFolder({ 'a.ts': 'a' });
  commitAll(source);
  const bare = join(temporaryFolder(), path);
  mkdirSync(dirname(bare), { recursive: true });
  git(source, 'clone', '--quiet', '--bare', '.', bare);
  return bare;
}

describe('a bare clone', () => {
  test.each([
    ['tool.git', 'tool'],
    ['tool', 'tool'],
    ['acme+tool/repo', 'acme/tool'],
    ['tool/repo.git', 'tool'],
    ['tool.git/bare', 'tool'],
    ['tool/.git', 'tool'],
  ])('at %s is named %s', async (path, name) => {
    expect(await defaultName(bareClone(path))).toBe(name);
  });

  test('is named after its hosted origin, whatever its folder', async () => {
    const bare = bareClone('other+thing/repo');
    git(bare, 'remote', 'set-url', 'origin', 'https://example.org/acme/tool.git');
    expect(await defaultName(bare)).toBe('acme/tool');
  });

  test('without a config file is named after its parent folder', async () => {
    const bare = bareClone('acme+tool/repo');
    rmSync(join(bare, 'config'));
    expect((await openSource({ path: bare, workingDirectory: '/' })).defaultName).toBe('acme/tool');
  });
});

test('names a work tree after its folder, even if the folder is called repo', async () => {
  const folder = join(createFolder({ 'repo/a.ts': 'a' }), 'repo');
  commitAll(folder);
  expect(await defaultName(folder)).toBe('repo');
});
