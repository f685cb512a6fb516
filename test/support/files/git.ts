/** git in a test's folder, untouched by the settings of whoever runs the tests. */

import { execFileSync } from 'node:child_process';

const settings = [
  'user.name=Test',
  'user.email=test@example.org',
  'init.defaultBranch=main',
  'protocol.file.allow=always',
];

/** @returns what it printed. */
export function git(folder: string, ...args: string[]): string {
  const set = settings.flatMap((setting) => ['-c', setting]);
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', [...set, ...args], { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' }).trim();
}

/** Makes a repository of the folder with everything in it committed. @returns the commit. */
export function commitAll(folder: string): string {
  git(folder, 'init', '--quiet');
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', 'All of it');
  return git(folder, 'rev-parse', 'HEAD');
}
