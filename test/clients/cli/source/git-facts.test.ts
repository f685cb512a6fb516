import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultName, nameOfRemote } from '../../../../clients/cli/source/git-facts.ts';
import { commitAll, git } from '../../../support/git.ts';
import { folderWith } from '../../../support/temporary-folder.ts';

test.each([
  ['https://github.com/pallets/flask.git', 'pallets/flask'],
  ['https://user@github.com/pallets/flask', 'pallets/flask'],
  ['git@github.com:pallets/flask.git', 'pallets/flask'],
  ['ssh://git@example.org:2222/group/sub/tool.git/', 'group/sub/tool'],
  ['file:///srv/git/tool.git', undefined],
  ['/srv/git/tool.git', undefined],
  ['../tool', undefined],
  ['', undefined],
])('the remote %s names %s', (url, name) => {
  expect(nameOfRemote(url)).toBe(name);
});

test('without a remote on a host the folder gives the name', async () => {
  const folder = folderWith({ 'a.ts': 'a' });
  commitAll(folder);
  expect(await defaultName(folder)).toBe(basename(folder));
  expect(await defaultName(join(folder, '.git'))).toBe(basename(folder));
  git(folder, 'remote', 'add', 'origin', '/srv/git/other.git');
  expect(await defaultName(folder)).toBe(basename(folder));
});
