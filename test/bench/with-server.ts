/** A server of a bench's own, with an empty data directory; both are gone after it. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalServer } from '../../clients/cli/local-server.ts';
import type { LocalServer, LocalServerOptions } from '../../clients/cli/local-server.ts';

/** Runs `use` with a fresh server. */
export async function withServer<T>(
  options: Omit<LocalServerOptions, 'dataDirectory'>,
  use: (server: LocalServer) => Promise<T>,
): Promise<T> {
  return withFolder('data', async (dataDirectory) => {
    const server = await startLocalServer({ ...options, dataDirectory });
    try {
      return await use(server);
    } finally {
      await server.stop();
    }
  });
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
