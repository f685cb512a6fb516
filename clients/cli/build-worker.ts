/**
 * Builds the Worker once for its sources as they are. A server runs such a build, not the sources: one that followed
 * every change of a file would cut off the work at hand.
 */

import { join } from 'node:path';
import { buildOnce } from './build-once.ts';
import { wranglerEnvironment, wranglerProgram } from './project-folder.ts';
import { runProgram } from './run-program.ts';

const sources = ['worker', 'wrangler.toml', 'tsconfig.json', 'package.json', 'package-lock.json'];

/** @returns the file to run. @throws CommandError with the bundler's words when the Worker cannot be built. */
export async function buildWorker(dataDirectory: string, signal?: AbortSignal): Promise<string> {
  const environment = wranglerEnvironment(dataDirectory);
  const folder = await buildOnce({
    kind: 'worker-builds',
    sources,
    make: (outdir) =>
      runProgram(
        { args: [wranglerProgram, 'deploy', '--env=', '--dry-run', '--outdir', outdir], environment, signal },
        {
          code: 'worker_build_failed',
          message: 'The Worker could not be built:',
          fix: 'Mend what it names; after a change of dependencies run `npm ci`.',
        },
      ),
  });
  return join(folder, 'main.js');
}
