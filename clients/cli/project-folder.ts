/** The project's own folder, and what of it the local server and the benches start. */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute, without a trailing slash. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** Wrangler's program, started directly: its launcher would stand between us and the process we signal. */
export const wranglerProgram = join(projectFolder, 'node_modules/wrangler/wrangler-dist/cli.js');

export const guardProgram = fileURLToPath(new URL('guard.ts', import.meta.url));

export const serveProgram = fileURLToPath(new URL('serve-worker.ts', import.meta.url));

/**
 * The environment wrangler runs in: it reports nothing, asks the network for nothing, and keeps what it writes for
 * itself below the data directory.
 */
export function wranglerEnvironment(dataDirectory: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    CI: '1',
    NO_COLOR: '1',
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
