/** A server of a bench's own, with an empty data directory unless one is given; both are gone after it, but not what was given. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalServer } from '../../clients/cli/local-server.ts';
import type { LocalServer, LocalServerOptions } from '../../clients/cli/local-server.ts';

/** Runs `use` with a server: a fresh one, or one over the data directory given. */
export async function withServer<T>(
  options: LocalServerOptions,
  use: (server: LocalServer) => Promise<T>,
): Promise<T> {
  const within = async (dataDirectory: string): Promise<T> => {
    const server = await startLocalServer({ ...options, dataDirectory });
    try {
      return await use(server);
    } finally {
      await server.stop();
    }
  };
  return options.dataDirectory === undefined ? withFolder('data', within) : within(options.dataDirectory);
}

/** Runs `use` with an empty folder that is removed after it. */
export async function withFolder<T>(purpose: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), `wherefore-bench-${purpose}-`));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
