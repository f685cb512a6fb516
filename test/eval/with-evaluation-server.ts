/** Runs an evaluation against a running server, or against one that it starts on a free port with temporary or retained data. */

import { mkdirSync } from 'node:fs';
import { startLocalServer } from '../../clients/cli/local-server/start-local-server.ts';
import { createClient } from '../../worker/contract/client.ts';
import type { Client } from '../../worker/contract/client.ts';
import { withFolder } from '../bench/bench.ts';

interface ServerChoice {
  /** Address of a running server; its key is `WHEREFORE_KEY`. */
  readonly url: string | undefined;
  /** Folder that retains the indexes for the next run. */
  readonly data: string | undefined;
  /** Settings of a started server. */
  readonly vars: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

export async function withEvaluationServer<T>(
  { url, data, vars, signal }: ServerChoice,
  use: (client: Client, url: string) => Promise<T>,
): Promise<T> {
  if (url !== undefined) return use(createClient({ baseUrl: url, key: process.env['WHEREFORE_KEY'] }), url);
  const run = async (dataDirectory: string): Promise<T> => {
    const server = await startLocalServer({ dataDirectory, vars, signal });
    try {
      return await use(createClient({ baseUrl: server.url }), server.url);
    } finally {
      await server.stop();
    }
  };
  if (data === undefined) return withFolder('eval', run);
  mkdirSync(data, { recursive: true });
  return run(data);
}
