/** Locates the project's folder, and runs the programs in it for the local server and the benchmarks. */

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execFile } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { CommandError } from '../command-error.ts';

/** Absolute, without a trailing slash. */
export const projectFolder = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[\\/]$/, '');

/** Wrangler's program without its launcher, which would not forward signals. */
export const wranglerProgram = join(projectFolder, 'node_modules/wrangler/wrangler-dist/cli.js');

export const guardProgram = fileURLToPath(new URL('guard.ts', import.meta.url));

export const serveProgram = fileURLToPath(new URL('serve-worker.ts', import.meta.url));

/**
 * Wrangler's environment: no telemetry, no network requests of its own, and all its files below the data directory, except compiled
 * modules, which are in Node's own folder for these.
 */
export function wranglerEnvironment(dataDirectory: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    CI: '1',
    NO_COLOR: '1',
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(tmpdir(), 'node-compile-cache'),
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    WRANGLER_CACHE_DIR: join(dataDirectory, 'wrangler/cache'),
    WRANGLER_HIDE_BANNER: 'true',
    WRANGLER_LOG_PATH: join(dataDirectory, 'wrangler/logs'),
    WRANGLER_REGISTRY_PATH: join(dataDirectory, 'wrangler/registry'),
    WRANGLER_SEND_ERROR_REPORTS: 'false',
    WRANGLER_SEND_METRICS: 'false',
    X_LOCAL_EXPLORER: 'false',
    X_LOCAL_OBSERVABILITY: 'false',
  };
}

interface Program {
  /** The program's file and its arguments. */
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs a program of the project with this Node, in the project's folder. @throws CommandError with its output when it
 * fails.
 */
export function runProgram(
  program: Program,
  failure: { code: string; message: string; fix: string },
): Promise<void> {
  const { args, environment, signal } = program;
  const options = { cwd: projectFolder, env: environment, signal, maxBuffer: Infinity };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, ['--no-warnings', ...args], options, (cause, stdout, stderr) => {
      const output = stripVTControlCharacters(`${stdout}\n${stderr}`).trim();
      const { code, message, fix } = failure;
      if (cause === null) resolve();
      else if (signal?.aborted === true) reject(cause);
      else reject(new CommandError('failed', code, { message: `${message}\n${output}`, fix, cause }));
    });
  });
}
