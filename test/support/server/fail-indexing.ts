/**
 * Makes an indexing fail as it can in production, without a hook in the product. The server is killed while it parses, a stored pack is
 * removed from the disk, and the restarted server retries that pack until its attempts are spent. All other parts finish; restoring the pack
 * lets a retry succeed. Takes about half a minute, most of it the pauses between attempts.
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
  /** The repository as the server describes it: failed in its parse stage, all parts but one done. */
  readonly failed: Repository;
  /** Restores the lost pack, so that a retry succeeds. */
  restorePack(): void;
  close(): Promise<void>;
}

const treeBytes = 1_000_000;
/** Small packs make the parse stage long enough to be interrupted. */
const vars = { PACK_BYTES: '20000' };
const lookIntervalMs = 5;
const patienceMs = 60_000;

export async function failIndexing(name = 'acme/torn'): Promise<FailedIndexing> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'wherefore-failing-'));
  const remove = (): void => rmSync(dataDirectory, { recursive: true, force: true });
  const before = await startLocalServer({ dataDirectory, vars });
  const { id } = await upload(createClient({ baseUrl: before.url }), name);
  await untilParsing(dataDirectory).finally(() => before.kill());
  const pack = losePack(dataDirectory);
  const server = await startLocalServer({ dataDirectory, vars });
  const client = createClient({ baseUrl: server.url });
  for await (const repository of client.watchRepository(id)) {
    if (repository.status !== 'failed') continue;
    const close = async (): Promise<void> => {
      await server.stop();
      remove();
    };
    return { server, client, failed: repository, restorePack: pack.restore, close };
  }
  await server.stop();
  throw new Error('The indexing did not fail.');
}

function upload(client: Client, name: string): ReturnType<Client['addRepository']> {
  const body = packArchive(librarySource('library', libraryFiles(treeBytes)), () => undefined);
  return client.addRepository({ name }, { contentType: 'application/gzip', body });
}

/** Resolves while some packs are parsed and others are not. */
async function untilParsing(dataDirectory: string): Promise<void> {
  const parts = openJobParts(dataDirectory);
  const startedAt = performance.now();
  try {
    while (performance.now() - startedAt < patienceMs) {
      const { done, total } = parts.read('parse');
      if (done > 1 && done < total) return;
      if (total > 0 && done === total) break;
      await sleep(lookIntervalMs);
    }
  } finally {
    parts.close();
  }
  throw new Error('The parse stage ended, or did not begin, before it could be interrupted.');
}

/** Moves the last unparsed pack away from the data directory of a stopped server. */
function losePack(dataDirectory: string): { restore: () => void } {
  const input = firstValue(join(dataDirectory, 'v3/d1/miniflare-D1DatabaseObject'), {
    table: 'job_part',
    query: `SELECT input AS value FROM job_part WHERE stage = 'parse' AND state <> 'done' ORDER BY part DESC`,
  });
  const { pack } = JSON.parse(input) as { pack: string };
  const blob = firstValue(join(dataDirectory, 'v3/r2/miniflare-R2BucketObject'), {
    table: '_mf_objects',
    query: 'SELECT blob_id AS value FROM _mf_objects WHERE key = ?',
    values: [pack],
  });
  const [file, away] = [blobFile(dataDirectory, blob), join(dataDirectory, 'lost-pack')];
  renameSync(file, away);
  return { restore: () => renameSync(away, file) };
}

/** Returns the first value of a query, from whichever database of the folder has the table. */
function firstValue(
  folder: string,
  { table, query, values = [] }: { table: string; query: string; values?: readonly string[] },
): string {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.sqlite'))) {
    const database = new DatabaseSync(join(folder, name));
    try {
      const known = database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table);
      const row = known === undefined ? undefined : database.prepare(query).get(...values);
      if (row !== undefined) return String(row['value']);
    } finally {
      database.close();
    }
  }
  throw new Error(`No database in ${folder} has a matching row of ${table}.`);
}

function blobFile(dataDirectory: string, blob: string): string {
  const folder = join(dataDirectory, 'v3/r2');
  const path = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((file) => file.endsWith(blob));
  if (path === undefined) throw new Error(`No file in ${folder} belongs to the blob ${blob}.`);
  return join(folder, path);
}
