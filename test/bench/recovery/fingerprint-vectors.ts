/**
 * Fingerprints the vector shards of a stopped server: each vector by the id of its text and its stored bytes, and each entry of a batch by its
 * snapshot, path and vector id. Excludes the row of a vector and the number of writes, since both depend on the order of work.
 */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { modalities } from '../../../worker/core/code/embedding.ts';
import { unpackEntries } from '../../../worker/objects/vector-shard/state-entries.ts';
import { rowsPerPage, vectorPage } from '../../../worker/objects/vector-shard/vector-page.ts';

type VectorFingerprint = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Returns how often each hash occurs, by kind. The map is empty if no vector was stored. */
export function fingerprintVectors(dataDirectory: string): VectorFingerprint {
  const folder = join(dataDirectory, 'v3/do/wherefore-VectorShardObject');
  const files = existsSync(folder)
    ? readdirSync(folder).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name))
    : [];
  const vectors = new Map<string, number>();
  const entries = new Map<string, number>();
  for (const file of files) {
    const database = new DatabaseSync(join(folder, file));
    const hasVectors = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'vector'").get();
    if (hasVectors !== undefined) {
      const ids = hashVectors(database, vectors);
      hashEntries(database, ids, entries);
    }
    database.close();
  }
  if (vectors.size === 0) return new Map();
  return new Map([
    ['vectors', vectors],
    ['vector entries', entries],
  ]);
}

/** @returns vector ids by row */
function hashVectors(database: DatabaseSync, counts: Map<string, number>): ReadonlyMap<number, string> {
  const pages = new Map(
    database
      .prepare('SELECT number, dimensions, body FROM page')
      .all()
      .map(
        (row) =>
          [Number(row['number']), vectorPage(Number(row['dimensions']), copyBuffer(row['body']))] as const,
      ),
  );
  const ids = new Map<number, string>();
  for (const { id, row } of database.prepare('SELECT id, row FROM vector').all()) {
    ids.set(Number(row), String(id));
    const page = pages.get(Math.floor(Number(row) / rowsPerPage));
    const position = Number(row) % rowsPerPage;
    const values = page?.values.subarray(position * page.dimensions, (position + 1) * page.dimensions);
    const hash = createHash('sha256').update(`${String(id)} ${page?.scales[position]}`);
    add(counts, hash.update(values ?? 'no page').digest('hex'));
  }
  return ids;
}

function hashEntries(
  database: DatabaseSync,
  ids: ReadonlyMap<number, string>,
  counts: Map<string, number>,
): void {
  const states = database.prepare('SELECT DISTINCT snapshot, generation, space FROM batch').all();
  for (const { snapshot = null, generation = null, space = null } of states) {
    const batches = database
      .prepare(
        'SELECT columns, paths FROM batch WHERE snapshot = ? AND generation = ? AND space = ? ORDER BY number',
      )
      .all(snapshot, generation, space)
      .map(({ columns, paths }) => ({
        columns: copyBuffer(columns),
        paths: JSON.parse(String(paths)) as string[],
      }));
    const unpacked = unpackEntries(batches);
    for (const [index, row] of unpacked.rows.entries()) {
      const path = unpacked.paths[unpacked.files[unpacked.slots[index] ?? -1] ?? -1];
      const modality = modalities[unpacked.modalities[index] ?? -1];
      add(counts, [snapshot, generation, space, path, modality, ids.get(row)].join(' '));
    }
  }
}

/** Copies the bytes of a BLOB into a separate buffer. */
function copyBuffer(blob: unknown): ArrayBuffer {
  return blob instanceof Uint8Array ? new Uint8Array(blob).buffer : new ArrayBuffer(0);
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
