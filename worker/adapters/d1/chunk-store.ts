/** Files, chunks and symbols in the index databases. */

import type { ChunkStore } from '../../ports/chunk-store.ts';
import type { Clock } from '../../ports/clock.ts';
import { chunkReads, chunksPerFile } from './read-chunks.ts';
import { chunkDamage } from './read-damage.ts';
import { fileReads } from './read-files.ts';
import { sharingReads } from './read-sharing.ts';
import { symbolReads } from './read-symbols.ts';
import { runBatch, type IndexDatabases } from './statements.ts';
import { chunkWrites } from './write-parsed.ts';

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
      const which = [removed.snapshot, removed.generation ?? null];
      await runBatch(
        database,
        removals.map((sql) => database.prepare(sql).bind(...which)),
      );
    },
  };
}

const ofRemoved = 'snapshot = ?1 AND (?2 IS NULL OR generation = ?2)';
/** Content that only the removed files name. */
const orphans = `SELECT content_id FROM file WHERE ${ofRemoved} AND content_id IS NOT NULL EXCEPT
  SELECT content_id FROM file WHERE NOT (${ofRemoved}) AND content_id IN (SELECT content_id FROM file WHERE ${ofRemoved})`;
const removals = [
  `DELETE FROM chunk WHERE id IN (SELECT chunk_id FROM content_chunk WHERE content_id IN (${orphans})) AND NOT EXISTS
     (SELECT 1 FROM content_chunk AS other WHERE other.chunk_id = chunk.id AND other.content_id NOT IN (${orphans}))`,
  `DELETE FROM chunk_terms WHERE id IN (SELECT content_id * ${chunksPerFile} + ordinal FROM content_chunk
     WHERE content_id IN (${orphans}))`,
  `DELETE FROM content_chunk WHERE content_id IN (${orphans})`,
  `DELETE FROM symbol WHERE content_id IN (${orphans})`,
  `DELETE FROM content_reference WHERE content_id IN (${orphans})`,
  `DELETE FROM content WHERE id IN (${orphans})`,
  `DELETE FROM skipped WHERE ${ofRemoved}`,
  `DELETE FROM file WHERE ${ofRemoved}`,
];
