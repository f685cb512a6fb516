/**
 * Makes an indexing job fail as it can in production, without a hook in the product. Kills the server while it parses and removes a stored pack
 * from the disk. The restarted server retries that pack until no attempts are left, and finishes all other parts. Restoring the pack lets a retry
 * succeed. Takes about half a minute, most of which are pauses between attempts.
 */

import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLocalServer, type LocalServer } from '../../../clients/cli/local-server/start-local-server.ts';
import { packArchive } from '../../../clients/cli/source/pack-archive.ts';
import { createClient, type Client } from '../../../worker/contract/client.ts';
import type { Repository } from '../../../worker/contract/repositories/schema.ts';
import { libraryFiles, librarySource } from '../../bench/library-tree.ts';
import { openJobParts } from '../../bench/recovery/read-job-parts.ts';

export interface FailedIndexing {
  readonly server: LocalServer;
  readonly client: Client;
  /** The repository in the API: failed in the parse stage, with all parts but one done. */
  readonly failedRepository: Repository;
  /** Restores the removed pack, so that a retry succeeds. */
  restorePack(): void;
  close(): Promise<void>;
}

const treeBytes = 1_000_000;
/** Small packs make the parse stage long enough to interrupt it. */
const vars = { PACK_BYTES: '20000' };
const pollIntervalMs = 5;
const maxWaitMs = 60_000;

export async function failIndexing(name = 'acme/torn'): Promise<FailedIndexing> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'wherefore-failing-'));
  const remove = (): void => rmSync(dataDirectory, { recursive: true, force: true });
  const firstServer = await startLocalServer({ dataDirectory, vars });
  const { id } = await upload(createClient({ baseUrl: firstServer.url }), name);
  await waitUntilParsing(dataDirectory).finally(() => firstServer.kill());
  const pack = removePack(dataDirectory);
  const server = await startLocalServer({ dataDirectory, vars });
  const client = createClient({ baseUrl: server.url });
  for await (const repository of client.watchRepository(id)) {
    if (repository.status !== 'failed') continue;
    const close = async (): Promise<void> => {
      await server.stop();
      remove();
    };
    return { server, client, failedRepository: repository, restorePack: pack.restore, close };
  }
  await server.stop();
  throw new Error('The indexing did not fail.');
}

function upload(client: Client, name: string): ReturnType<Client['addRepository']> {
  const body = packArchive(librarySource('library', libraryFiles(treeBytes)), () => undefined);
  return client.addRepository({ name }, { contentType: 'application/gzip', body });
}

/** Resolves while some packs are parsed and others are not. */
async function waitUntilParsing(dataDirectory: string): Promise<void> {
  const parts = openJobParts(dataDirectory);
  const startedAt = performance.now();
  try {
    while (performance.now() - startedAt < maxWaitMs) {
      const { done, total } = parts.read('parse');
      if (done > 1 && done < total) return;
      if (total > 0 && done === total) break;
      await sleep(pollIntervalMs);
    }
  } finally {
    parts.close();
  }
  throw new Error('The parse stage could not be interrupted: it ended too soon, or did not begin in time.');
}

/** Moves the last unparsed pack to another path in the data directory of a stopped server. */
function removePack(dataDirectory: string): { restore: () => void } {
  const input = readFirstValue(join(dataDirectory, 'v3/d1/miniflare-D1DatabaseObject'), {
    table: 'job_part',
    query: `SELECT input AS value FROM job_part WHERE stage = 'parse' AND state <> 'done' ORDER BY part DESC`,
  });
  const { pack } = JSON.parse(input) as { pack: string };
  const blob = readFirstValue(join(dataDirectory, 'v3/r2/miniflare-R2BucketObject'), {
    table: '_mf_objects',
    query: 'SELECT blob_id AS value FROM _mf_objects WHERE key = ?',
    values: [pack],
  });
  const [file, removedPath] = [findBlobFile(dataDirectory, blob), join(dataDirectory, 'lost-pack')];
  renameSync(file, removedPath);
  return { restore: () => renameSync(removedPath, file) };
}

/** Returns the first value of a query from the databases in the folder that have the table. */
function readFirstValue(
  folder: string,
  { table, query, values = [] }: { table: string; query: string; values?: readonly string[] },
): string {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.sqlite'))) {
    const database = new DatabaseSync(join(folder, name));
    try {
      const hasTable = database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table);
      const row = hasTable === undefined ? undefined : database.prepare(query).get(...values);
      if (row !== undefined) return String(row['value']);
    } finally {
      database.close();
    }
  }
  throw new Error(`No database in ${folder} has a matching row of ${table}.`);
}

function findBlobFile(dataDirectory: string, blob: string): string {
  const folder = join(dataDirectory, 'v3/r2');
  const path = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((file) => file.endsWith(blob));
  if (path === undefined) throw new Error(`No file in ${folder} belongs to the blob ${blob}.`);
  return join(folder, path);
}
