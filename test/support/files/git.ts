/** Runs git in a test's folder, without the settings of the person who runs the tests. */

import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

const settings = [
  'user.name=Test',
  'user.email=test@example.org',
  'init.defaultBranch=main',
  'protocol.file.allow=always',
];

/** @returns the trimmed output of git */
export function git(folder: string, ...args: string[]): string {
  const settingArguments = settings.flatMap((setting) => ['-c', setting]);
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', [...settingArguments, ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
    stdio: 'pipe',
  }).trim();
}

/** Initializes a repository in the folder and commits everything. @returns the commit */
export function commitAll(folder: string): string {
  git(folder, 'init', '--quiet');
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', 'Add all files');
  return git(folder, 'rev-parse', 'HEAD');
}

/** Removes an object from the repository, as in a clone that lacks it. */
export function removeObject(folder: string, id: string): void {
  rmSync(join(folder, '.git/objects', id.slice(0, 2), id.slice(2)));
}
