/** Stores the lines that commits changed, compressed: one row for each commit, also for one whose lines are all omitted. */

import { AppError } from '../../../core/errors.ts';
import type { FilePatch } from '../../../core/history/commit-patch.ts';
import type { HistoryStore } from '../../../ports/history-store.ts';
import {
  allRows,
  createSlicedStatements,
  firstRow,
  runBatch,
  type IndexDatabases,
} from '../sql/statements.ts';

type PatchStore = Pick<HistoryStore, 'filterCommitsWithoutPatch' | 'savePatches' | 'readPatch'>;

/** A row is path, hunks, and 1 if it is cut. */
type PackedFile = readonly [string, string, 0 | 1];

export function patchStore(databases: IndexDatabases): PatchStore {
  return {
    async filterCommitsWithoutPatch({ shard, repository }, ids) {
      const rows = await allRows<{ commit_id: string }>(
        databases(shard)
          .prepare(
            `SELECT h.commit_id FROM json_each(?1) AS j
             CROSS JOIN history_commit AS h ON h.repository = ?2 AND h.commit_id = j.value AND h.is_known = 1
             WHERE EXISTS (SELECT 1 FROM history_file AS f WHERE f.history_commit_id = h.id)
               AND NOT EXISTS (SELECT 1 FROM history_patch AS p WHERE p.history_commit_id = h.id) ORDER BY j.key`,
          )
          .bind(JSON.stringify(ids), repository),
      );
      return rows.map((row) => row.commit_id);
    },
    async savePatches({ shard, repository }, patches) {
      if (patches.length === 0) return;
      const database = databases(shard);
      const rows = await Promise.all(
        patches.map(async ({ commit, files }) => [commit, toHex(await pack(files))]),
      );
      await runBatch(
        database,
        createSlicedStatements(
          database,
          `INSERT OR IGNORE INTO history_patch (history_commit_id, packed)
           SELECT h.id, unhex(j.value ->> 1) FROM json_each(?1) AS j
           CROSS JOIN history_commit AS h ON h.repository = ?2 AND h.commit_id = j.value ->> 0 AND h.is_known = 1`,
          rows,
          [repository],
        ),
      );
    },
    async readPatch({ shard }, commit) {
      const row = await firstRow<{ packed: ArrayBuffer | readonly number[] }>(
        databases(shard)
          .prepare('SELECT packed FROM history_patch WHERE history_commit_id = ?1')
          .bind(commit),
      );
      return row === undefined ? undefined : unpack(new Uint8Array(row.packed), commit);
    },
  };
}

async function pack(files: readonly FilePatch[]): Promise<Uint8Array<ArrayBuffer>> {
  const packed = files.map(({ path, hunks, isCut }): PackedFile => [path, hunks, isCut ? 1 : 0]);
  return transform(
    new Uint8Array(new TextEncoder().encode(JSON.stringify(packed))),
    new CompressionStream('deflate-raw'),
  );
}

async function unpack(bytes: Uint8Array<ArrayBuffer>, commit: number): Promise<readonly FilePatch[]> {
  const text = new TextDecoder().decode(await transform(bytes, new DecompressionStream('deflate-raw')));
  const packed: unknown = JSON.parse(text);
  if (!Array.isArray(packed) || !packed.every(isPackedFile))
    throw new AppError('internal', `The patch of commit ${commit} cannot be read: unknown format.`);
  return packed.map(([path, hunks, cut]) => ({ path, hunks, isCut: cut === 1 }));
}

function isPackedFile(value: unknown): value is PackedFile {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string';
}

async function transform(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const output = new Response(new Blob([bytes]).stream().pipeThrough(stream));
  return new Uint8Array(await output.arrayBuffer());
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
