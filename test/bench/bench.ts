/** Defines what a bench is, and starts the servers and folders it needs. A bench prints a table and returns one JSON value. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  startLocalServer,
  type LocalServer,
  type LocalServerOptions,
} from '../../clients/cli/local-server/start-local-server.ts';
import type { Terminal } from '../../clients/cli/terminal/terminal.ts';

export interface BenchContext {
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

export type Bench = (args: readonly string[], context: BenchContext) => Promise<unknown>;

/** Runs `use` with a server. If the options have no data directory, the server gets an empty one that is removed afterwards. */
export async function withServer<T>(
  options: LocalServerOptions,
  use: (server: LocalServer) => Promise<T>,
): Promise<T> {
  const runInFolder = async (dataDirectory: string): Promise<T> => {
    const server = await startLocalServer({ ...options, dataDirectory });
    try {
      return await use(server);
    } finally {
      await server.stop();
    }
  };
  return options.dataDirectory === undefined
    ? withFolder('data', runInFolder)
    : runInFolder(options.dataDirectory);
}

/** Runs `use` with an empty folder that is removed afterwards. */
export async function withFolder<T>(purpose: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), `wherefore-bench-${purpose}-`));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
