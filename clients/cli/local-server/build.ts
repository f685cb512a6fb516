/**
 * Builds the web app and the Worker, each only when its sources changed. A server runs a fixed build: rebuilding on
 * every file change would interrupt work in progress.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashFiles, buildOnce } from './build-once.ts';
import { projectFolder, runProgram, wranglerEnvironment, wranglerProgram } from './project-folder.ts';

const webSources = [
  'web/src',
  'web/docs',
  'web/static',
  'web/widget',
  'web/guide-plugin.ts',
  'web/vite.config.ts',
  'worker/contract',
  'package-lock.json',
];
const builtFile = join(projectFolder, 'web/build/widget.js');
const stamp = join(projectFolder, '.wrangler/web-build.sha256');
const vite = join(projectFolder, 'node_modules/vite/bin/vite.js');

/** @param log called only when a build is necessary. @throws CommandError with the build's output. */
export async function buildWeb(log: (line: string) => void, signal?: AbortSignal): Promise<void> {
  const currentHash = hashFiles(projectFolder, webSources);
  if (existsSync(builtFile) && existsSync(stamp) && readFileSync(stamp, 'utf8') === currentHash) return;
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
      fix: 'Fix the error in the output; `npx vite build --config web/vite.config.ts` builds only the app.',
    },
  );
  await runProgram(
    { args: ['web/widget/build.ts'], environment: process.env, signal },
    {
      code: 'web_build_failed',
      message: 'The widget could not be built:',
      fix: 'Fix the error in the output; `node web/widget/build.ts` builds only the widget.',
    },
  );
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, currentHash);
}

const workerSources = ['worker', 'wrangler.toml', 'tsconfig.json', 'package.json', 'package-lock.json'];

/** @returns the file to run. @throws CommandError with the bundler's output when the build fails. */
export async function buildWorker(dataDirectory: string, signal?: AbortSignal): Promise<string> {
  const environment = wranglerEnvironment(dataDirectory);
  const folder = await buildOnce({
    kind: 'worker-builds',
    sources: workerSources,
    make: (outdir) =>
      runProgram(
        { args: [wranglerProgram, 'deploy', '--env=', '--dry-run', '--outdir', outdir], environment, signal },
        {
          code: 'worker_build_failed',
          message: 'The Worker could not be built:',
          fix: 'Fix the error in the output. After a change of dependencies, run `npm ci`.',
        },
      ),
  });
  return join(folder, 'main.js');
}
