/** Starts servers for journeys: a server with its own data and settings, or the one that all journeys of a test worker share. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import {
  startLocalServer,
  type LocalServer,
  type LocalServerOptions,
} from '../../../clients/cli/local-server/start-local-server.ts';
import { createClient, ProblemError, type Client } from '../../../worker/contract/client.ts';
import type { Repository } from '../../../worker/contract/repositories/schema.ts';

export interface JourneyServer {
  readonly server: LocalServer;
  readonly client: Client;
  /** Uploads an archive and waits until the repository is ready or has failed. */
  index(name: string, archive: Uint8Array, contentType?: string): Promise<Repository>;
  /** Stops the server and starts it again on the same data. */
  restart(): Promise<Client>;
  close(): Promise<void>;
}

export async function startJourneyServer(
  vars: Readonly<Record<string, string>> = {},
  {
    parent = tmpdir(),
    ...options
  }: Pick<LocalServerOptions, 'hasInspector'> & { readonly parent?: string } = {},
): Promise<JourneyServer> {
  const dataDirectory = await mkdtemp(join(parent, 'wherefore-journey-'));
  const start = (): Promise<LocalServer> => startLocalServer({ port: 0, dataDirectory, vars, ...options });
  let server = await start();
  const client = createClient({ baseUrl: server.url });
  return {
    get server() {
      return server;
    },
    client,
    async index(name, archive, contentType = 'application/gzip') {
      const added = await client.addRepository({ name }, { contentType, body: new Uint8Array(archive) });
      return waitForLast(client.watchRepository(added.id));
    },
    async restart() {
      await server.stop();
      server = await start();
      return createClient({ baseUrl: server.url });
    },
    async close() {
      await server.stop();
      if (process.env['KEEP_DATA'] === undefined) await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

let sharedServer: Promise<JourneyServer> | undefined;

/**
 * Returns the server with default settings that all journeys of this test worker share. It cannot be restarted and ends with the worker. `close`
 * only removes the repositories that were uploaded through `index`, so that later test files do not see them.
 */
export async function shareJourneyServer(): Promise<Omit<JourneyServer, 'restart'>> {
  const { server, client, index } = await (sharedServer ??= startJourneyServer(
    {},
    { parent: inject('journeysFolder') },
  ));
  const ids = new Set<string>();
  return {
    server,
    client,
    async index(...upload) {
      const repository = await index(...upload);
      ids.add(repository.id);
      return repository;
    },
    async close() {
      for (const id of ids) await client.removeRepository(id).catch(ignoreNotFound);
    },
  };
}

/** Ignores a missing repository, since a journey may remove it itself. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof ProblemError && error.problem.status === 404)) throw error;
}

async function waitForLast(views: AsyncIterable<Repository>): Promise<Repository> {
  let last: Repository | undefined;
  for await (const view of views) last = view;
  if (last === undefined) throw new Error('The server sent no event about the repository.');
  return last;
}
