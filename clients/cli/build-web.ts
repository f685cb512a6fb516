/**
 * Builds the web app when there is no build of the sources as they are. Which sources the build is of is kept as their
 * hash, so that a checkout that only touches files builds nothing.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashFiles } from './hash-files.ts';
import { projectFolder } from './project-folder.ts';
import { runProgram } from './run-program.ts';

const sources = [
  'web/src',
  'web/static',
  'web/shared',
  'web/vite.config.ts',
  'worker/contract',
  'package-lock.json',
];
const build = join(projectFolder, 'web/build/index.html');
const stamp = join(projectFolder, '.wrangler/web-build.sha256');
const vite = join(projectFolder, 'node_modules/vite/bin/vite.js');

/** @param log told when there is something to build. @throws CommandError with the build's own words. */
export async function buildWeb(log: (line: string) => void, signal?: AbortSignal): Promise<void> {
  const wanted = hashFiles(projectFolder, sources);
  if (existsSync(build) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  log('Building the web app');
  await runProgram(
    {
      args: [vite, 'build', '--config', 'web/vite.config.ts', '--logLevel', 'warn'],
      environment: process.env,
      signal,
    },
    {
      code: 'web_build_failed',
      message: 'The web app could not be built:',
      fix: 'Mend what it names; `npx vite build --config web/vite.config.ts` builds it alone.',
    },
  );
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}
