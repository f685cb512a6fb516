/** Files, chunks and symbols in the index databases. */

import type { ChunkStore } from '../../ports/chunk-store.ts';
import type { Clock } from '../../ports/clock.ts';
import { deleteInSlices, inSlices, listRemovedFiles, isRemoved } from './sql/delete-in-slices.ts';
import { chunkReads, chunksPerFile } from './chunks/read-chunks.ts';
import { chunkDamage } from './chunks/find-damage.ts';
import { fileReads } from './chunks/read-files.ts';
import { sharingReads } from './chunks/compare-snapshots.ts';
import { symbolReads } from './chunks/read-symbols.ts';
import { runBatch, type IndexDatabases } from './sql/statements.ts';
import { chunkWrites } from './chunks/write-parsed-files.ts';

export function createD1ChunkStore(databases: IndexDatabases, clock: Clock): ChunkStore {
  return {
    ...fileReads(databases),
    ...chunkReads(databases),
    ...symbolReads(databases),
    ...sharingReads(databases),
    ...chunkDamage(databases),
    ...chunkWrites(databases, clock),
    async remove(removed) {
      const database = databases(removed.shard);
      const files = await listRemovedFiles(database, removed);
      await inSlices(files, filesAtOnce, (slice) => {
        const ids = JSON.stringify(slice);
        return runBatch(
          database,
          removals.map((sql) => database.prepare(sql).bind(ids)),
        );
      });
      const where = isRemoved;
      const values = [removed.snapshot, removed.generation ?? null];
      await deleteInSlices(database, {
        table: 'skipped',
        key: 'snapshot, generation, path',
        where,
        values,
      });
    },
  };
}

/** Files whose chunks, symbols and references are deleted in one transaction. */
const filesAtOnce = 20;

const slice = 'SELECT value FROM json_each(?1)';
/** Contents that only files in the slice have. */
const orphans = `SELECT f.content_id FROM file AS f WHERE f.id IN (${slice}) AND f.content_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM file AS other WHERE other.content_id = f.content_id AND other.id NOT IN (${slice}))`;
const removals = [
  `DELETE FROM chunk WHERE id IN (SELECT chunk_id FROM content_chunk WHERE content_id IN (${orphans})) AND NOT EXISTS
     (SELECT 1 FROM content_chunk AS other WHERE other.chunk_id = chunk.id AND other.content_id NOT IN (${orphans}))`,
  `DELETE FROM chunk_terms WHERE id IN (SELECT content_id * ${chunksPerFile} + ordinal FROM content_chunk
     WHERE content_id IN (${orphans}))`,
  `DELETE FROM content_chunk WHERE content_id IN (${orphans})`,
  `DELETE FROM symbol WHERE content_id IN (${orphans})`,
  `DELETE FROM content_reference WHERE content_id IN (${orphans})`,
  `DELETE FROM content WHERE id IN (${orphans})`,
  `DELETE FROM file WHERE id IN (${slice})`,
];
