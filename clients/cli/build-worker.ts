/**
 * Builds the Worker once for its sources as they are. A server runs such a build, not the sources: one that followed
 * every change of a file would cut off the work at hand.
 */

import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hashFiles } from './hash-files.ts';
import { projectFolder, wranglerEnvironment, wranglerProgram } from './project-folder.ts';
import { runProgram } from './run-program.ts';

const sources = ['worker', 'wrangler.toml', 'tsconfig.json', 'package.json', 'package-lock.json'];
const builds = join(projectFolder, '.wrangler/worker-builds');
const hashLength = 16;
const keptMs = 24 * 3_600_000;

/** @returns the file to run. @throws CommandError with the bundler's words when the Worker cannot be built. */
export async function buildWorker(dataDirectory: string, signal?: AbortSignal): Promise<string> {
  const folder = join(builds, hashFiles(projectFolder, sources).slice(0, hashLength));
  if (!existsSync(folder)) await build(folder, { dataDirectory, signal });
  return join(folder, 'main.js');
}

async function build(
  folder: string,
  how: { dataDirectory: string; signal: AbortSignal | undefined },
): Promise<void> {
  removeOldBuilds();
  const unfinished = `${folder}.${process.pid}`;
  const args = [wranglerProgram, 'deploy', '--env=', '--dry-run', '--outdir', unfinished];
  await runProgram(
    { args, environment: wranglerEnvironment(how.dataDirectory), signal: how.signal },
    {
      code: 'worker_build_failed',
      message: 'The Worker could not be built:',
      fix: 'Mend what it names; after a change of dependencies run `npm ci`.',
    },
  );
  // Whole or not at all; where another process was faster, its build is as good.
  if (existsSync(folder)) rmSync(unfinished, { recursive: true });
  else renameSync(unfinished, folder);
}

/** A build in use has been loaded, so only what nobody is about to start counts. */
function removeOldBuilds(): void {
  mkdirSync(builds, { recursive: true });
  for (const name of readdirSync(builds)) {
    const folder = join(builds, name);
    const { mtimeMs } = statSync(folder, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (Date.now() - mtimeMs > keptMs) rmSync(folder, { recursive: true, force: true });
  }
}
