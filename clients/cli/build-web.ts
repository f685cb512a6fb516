/**
 * Builds the web app when there is no build of the sources as they are. Which sources the build is of is kept as their
 * hash, so that a checkout that only touches files builds nothing.
 */

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { CommandError } from './command-error.ts';
import { projectFolder } from './project-folder.ts';

/** What the build is made of. A folder counts with everything below it. */
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

/** @param log told when there is something to build. @throws CommandError with the build's own words. */
export async function buildWeb(log: (line: string) => void): Promise<void> {
  const wanted = hashOfSources();
  const isBuilt = existsSync(build) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
  if (isBuilt) return;
  log('Building the web app');
  await runVite();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  for (const path of sources.flatMap(filesBelow)) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(projectFolder, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Relative to the project, sorted; none where the path is not there. */
function filesBelow(path: string): string[] {
  const location = join(projectFolder, path);
  const found = statSync(location, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (found.isFile()) return [path];
  const entries = readdirSync(location, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return entries.map((entry) => relative(projectFolder, join(entry.parentPath, entry.name))).sort();
}

function runVite(): Promise<void> {
  const vite = join(projectFolder, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--config', 'web/vite.config.ts', '--logLevel', 'warn'];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: projectFolder }, (error, stdout, stderr) => {
      if (error === null) resolve();
      else reject(buildError(`${stdout}\n${stderr}`.trim(), error));
    });
  });
}

function buildError(said: string, cause: unknown): CommandError {
  return new CommandError('failed', 'web_build_failed', {
    message: `The web app could not be built:\n${said}`,
    fix: 'Mend what it names; `npx vite build --config web/vite.config.ts` builds it alone.',
    cause,
  });
}
